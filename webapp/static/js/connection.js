// The line to the server: the stream of states in, commands out, and the truth about both.

import { randomKey } from "./dom.js";

const SILENCE_MS = 12000; // beats come every 5 s
const HIDDEN_MS = 30000;

export class Connection {
  constructor(tableId, seq, { onState, onStatus, onOffer = () => {} }, base = "/api/tables") {
    this.base = `${base}/${tableId}`;
    this.seq = seq;
    this.onState = onState;
    this.onStatus = onStatus;
    this.onOffer = onOffer;
    this.source = null;
    this.pending = 0;
    this.waiters = new Set();
    document.addEventListener("visibilitychange", () => this.visibility());
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.status("offline"));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.reopen(); });
    this.open();
  }

  open() {
    this.close();
    this.status(navigator.onLine === false ? "offline" : "connecting");
    const source = new EventSource(`${this.base}/events`);
    this.source = source;
    source.addEventListener("state", (event) => {
      this.alive();
      const { seq, state } = JSON.parse(event.data);
      this.take(seq, state);
    });
    source.addEventListener("offer", (event) => {
      clearTimeout(this.unheard);
      this.alive();
      this.onOffer(JSON.parse(event.data));
    });
    // An offer of before that the new stream does not tell of is gone.
    source.addEventListener("open", () => { clearTimeout(this.unheard); this.unheard = setTimeout(() => this.onOffer(null), 1000); });
    source.addEventListener("beat", (event) => {
      this.alive();
      const { seq } = JSON.parse(event.data);
      // A number that went back: the scores were restored from a backup.
      if (seq < this.seq) this.seq = 0;
      if (seq !== this.seq) this.reopen();
    });
    source.addEventListener("error", () => {
      this.status("offline");
      // The browser retries by itself after a broken line, but not after an error answer.
      if (source.readyState === EventSource.CLOSED) this.later(3000);
    });
    this.watch();
  }

  close() {
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    clearTimeout(this.unheard);
    if (this.source) this.source.close();
    this.source = null;
  }

  reopen() {
    this.open();
    for (const wake of this.waiters) wake();
  }

  later(ms) {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), ms);
  }

  visibility() {
    clearTimeout(this.hidden);
    if (document.visibilityState === "hidden") {
      this.hidden = setTimeout(() => { this.close(); this.status("paused"); }, HIDDEN_MS);
    } else if (!this.source || this.current !== "live") {
      this.reopen();
    }
  }

  alive() {
    const back = this.current !== "live";
    this.status("live");
    this.watch();
    if (back) for (const wake of this.waiters) wake();
  }

  watch() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { this.status("offline"); this.open(); }, SILENCE_MS);
  }

  status(now) {
    if (this.current === now) return;
    this.current = now;
    this.onStatus(now, this.pending);
  }

  take(seq, state) {
    if (seq < this.seq) return;
    this.seq = seq;
    this.onState(seq, state);
  }

  // Send a command until an answer comes: the key makes sure that it counts once.
  send(command) {
    return this.deliver({ id: randomKey(), seq: this.seq, command });
  }

  async deliver(tap) {
    const body = JSON.stringify(tap);
    this.pending += 1;
    try {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await this.post("commands", body, "application/json", 8000);
        if (answer) {
          if (answer.data.state) this.take(answer.data.seq, answer.data.state);
          return answer;
        }
        this.status("offline");
        this.onStatus("offline", this.pending);
        await this.pause(Math.min(500 * 2 ** attempt, 5000));
      }
    } finally {
      this.pending -= 1;
      this.onStatus(this.current, this.pending);
    }
  }

  // Resolves to {ok, status, data}, or null when no answer came.
  async post(path, body, type, timeout) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeout);
    try {
      const response = await fetch(`${this.base}/${path}`, {
        method: "POST", body, headers: { "Content-Type": type }, signal: abort.signal,
      });
      if (response.status >= 502 && response.status !== 503) return null;
      const data = await response.json();
      return { ok: response.ok, status: response.status, data };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  pause(ms) {
    return new Promise((resolve) => {
      const done = () => { clearTimeout(timer); this.waiters.delete(done); resolve(); };
      const timer = setTimeout(done, ms);
      this.waiters.add(done);
    });
  }
}
