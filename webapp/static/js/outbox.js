// Taps on their way to the server: in order, each counted once, kept while there is no connection.
// They outlive a reload; what no longer fits when it arrives is refused in sight, with all that was
// made on it.

import { randomKey } from "./dom.js";
import { KeptTaps } from "./kept_taps.js";

const NOWHERE = 0; // the number of no state: what is sent with it is refused in sight

export class Outbox {
  // refused(answer, lost): a tap was not accepted, and with it `lost` in all are gone.
  constructor(connection, name, { refused, changed }) {
    this.connection = connection;
    this.kept = new KeptTaps(name);
    this.refused = refused;
    this.changed = changed;
    this.taps = this.kept.all();
    this.waiting = new Map();
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
    // A tap after another one is made on what that one leads to.
    const on = last ? { after: last.id, seq: null } : { after: null, seq: this.connection.seq };
    const tap = { id: randomKey(), command, at: this.kept.now(), ...on };
    this.taps.push(tap);
    this.kept.put(tap);
    this.changed();
    const counted = new Promise((resolve) => { this.waiting.set(tap.id, resolve); });
    this.flush();
    return counted;
  }

  // What another tab kept and did not live to send. It may be sending it as well: it counts once.
  adopt() {
    const known = new Set(this.taps.map((tap) => tap.id));
    this.taps.push(...this.kept.all().filter((tap) => !known.has(tap.id)));
    this.flush();
  }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    while (this.taps.length) {
      const [tap] = this.taps;
      const { id, command } = tap;
      const answer = await this.connection.deliver({ id, command, seq: tap.seq ?? NOWHERE });
      if (answer.ok) this.counted(tap, answer.data.accepted.last_seq);
      else this.lose(tap, answer);
    }
    this.sending = false;
    this.changed();
  }

  counted(tap, seq) {
    const following = (one) => one.after === tap.id;
    for (const next of [...this.kept.all().filter(following), ...this.taps.filter(following)]) {
      Object.assign(next, { after: null, seq });
      this.kept.put(next);
    }
    this.done(tap, true);
  }

  lose(tap, answer) {
    const lost = [tap];
    for (const next of this.taps) if (lost.some((one) => one.id === next.after)) lost.push(next);
    for (const one of lost) this.done(one, false);
    this.refused(answer, lost.length);
  }

  done(tap, counted) {
    this.taps = this.taps.filter((one) => one.id !== tap.id);
    this.kept.remove(tap);
    this.waiting.get(tap.id)?.(counted);
    this.waiting.delete(tap.id);
  }
}
