// Taps on their way to the server: in order, each counted once, kept while there is no connection.
// They outlive a reload; what no longer fits when it arrives is refused in sight, with all after it.

import { randomKey } from "./dom.js";

export class Outbox {
  // refused(answer, lost): a tap was not accepted, and with it `lost` in all are gone.
  constructor(connection, name, { refused, changed }) {
    this.connection = connection;
    this.name = `dicesight-taps-${name}`;
    this.refused = refused;
    this.changed = changed;
    this.taps = this.restore();
    this.waiting = new Map();
    this.reached = null;
    this.sending = false;
    this.flush();
  }

  get size() {
    return this.taps.length;
  }

  // Resolves to whether the tap counted. The same button tapped again while it is on its way is
  // the same tap, unless it takes steps back or forth, of which one may want several.
  send(command) {
    const body = JSON.stringify(command);
    const steps = command.type === "undo" || command.type === "redo";
    const last = this.taps.at(-1);
    if (last && !steps && JSON.stringify(last.command) === body) return Promise.resolve(false);
    const tap = { id: randomKey(), command, seq: this.taps.length ? null : this.connection.seq };
    this.taps.push(tap);
    this.keep();
    this.changed();
    const counted = new Promise((resolve) => { this.waiting.set(tap.id, resolve); });
    this.flush();
    return counted;
  }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    while (this.taps.length) {
      const [tap] = this.taps;
      // A tap after another one was made on what that one led to.
      const answer = await this.connection.deliver({ ...tap, seq: tap.seq ?? this.reached ?? this.connection.seq });
      if (answer.ok) {
        this.reached = answer.data.accepted.last_seq;
        this.done(1, true);
      } else {
        const lost = this.taps.length;
        this.done(lost, false);
        this.refused(answer, lost);
      }
    }
    this.sending = false;
    this.changed();
  }

  done(count, counted) {
    for (const tap of this.taps.splice(0, count)) {
      this.waiting.get(tap.id)?.(counted);
      this.waiting.delete(tap.id);
    }
    this.keep();
  }

  keep() {
    try {
      if (this.taps.length) localStorage.setItem(this.name, JSON.stringify(this.taps));
      else localStorage.removeItem(this.name);
    } catch {
      // Without storage the taps live as long as the page.
    }
  }

  restore() {
    try {
      const taps = JSON.parse(localStorage.getItem(this.name) || "[]");
      return Array.isArray(taps) ? taps.filter((tap) => tap?.id && tap.command) : [];
    } catch {
      return [];
    }
  }
}
