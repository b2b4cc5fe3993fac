// Setting a turn of earlier right: new points, a farkle, or nothing. Closing it changes nothing.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { keypad, typed } from "./keypad.js";
import { number, t } from "./texts.js";

export class TurnEditor {
  // save(command) resolves to null when it counted, else to the words that say why not.
  constructor(save) {
    this.save = save;
    this.dialog = new Dialog("turn-editor", { closed: () => this.closed() });
    this.dialog.element.addEventListener("keydown", (event) => this.turn && typed(event, this.digits, (digits) => this.change(digits)));
  }

  edit(player, turn) {
    this.player = player;
    this.turn = turn;
    this.digits = turn.points ? String(turn.points) : "";
    this.fault = null;
    this.draw();
  }

  // Somebody else may have set it right meanwhile: nobody saves over what was not seen.
  update(state) {
    if (!this.turn || !this.dialog.open) return;
    const player = state.players.find((one) => one.id === this.player.id);
    const turn = player?.turns.find((one) => one.round === this.turn.round);
    if (!turn) { this.dialog.close(); return; }
    const changed = resultWords(turn) !== resultWords(this.turn);
    Object.assign(this, { player, turn });
    if (!changed || this.saving) return;
    this.fault = t("edit-turn-meanwhile");
    this.draw();
  }

  // Back to the turn on the sheet, which was drawn anew if it was changed.
  closed() {
    const place = `turn-${this.player.id}-${this.turn?.round}`;
    this.turn = null;
    if (document.activeElement === document.body) document.querySelector(`[data-key="${CSS.escape(place)}"]`)?.focus({ preventScroll: true });
  }

  change(digits) {
    this.digits = digits;
    this.fault = null;
    this.draw();
  }

  draw() {
    const { player, turn, digits } = this;
    this.dialog.show(t("edit-turn-of", { name: player.name, round: turn.round }),
      h("p", { class: "muted" }, t("edit-turn-was", { result: resultWords(turn) })),
      keypad(digits, (next) => this.change(next), t("points-of-turn")),
      this.fault && h("p", { class: "fault", role: "alert" }, this.fault),
      h("div", { class: "row edit-outcomes" },
        h("button", { class: "button", type: "button", key: "edit-farkle", onclick: () => this.done("farkle") }, t("farkle")),
        h("button", { class: "button", type: "button", key: "edit-zero", onclick: () => this.done("zero") }, t("no-points"))),
      h("div", { class: "row" },
        h("button", { class: "button", type: "button", key: "edit-cancel", onclick: () => this.dialog.close() }, t("cancel")),
        h("button", { class: "button primary", type: "button", key: "edit-save", disabled: !digits, onclick: () => this.done("bank") },
          digits ? t("save-points", { points: Number(digits) }) : t("save"))));
  }

  async done(outcome) {
    const { player, turn } = this;
    const points = outcome === "bank" ? Number(this.digits) : 0;
    const kind = turn.kind === "penalty" ? "farkle" : turn.kind;
    const same = kind === outcome && turn.points === points;
    this.saving = true;
    const fault = same ? null : await this.save({ type: "correct_turn", player: player.id, round: turn.round, outcome, points });
    this.saving = false;
    if (!this.turn) return;
    if (fault === null) this.dialog.close();
    else { this.fault = fault; this.draw(); }
  }
}

export function resultWords(turn) {
  if (turn.kind === "bank") return number(turn.points);
  const words = t(`turn-${turn.kind}`);
  return turn.penalty ? `${words} −${number(turn.penalty)}` : words;
}
