// Everything at the table beside the turn: people, history, pause, advice, locks, whose phone this is.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { t } from "./texts.js";

export class Menu {
  // page: {state, me, ui, act, mayWrite}
  constructor(page, advice) {
    this.page = page;
    this.advice = advice;
    this.dialog = new Dialog("menu-dialog");
    document.getElementById("menu").addEventListener("click", () => this.draw());
  }

  update() {
    // A list that is open would close under the finger.
    const choosing = document.activeElement?.id === "own-phone";
    if (this.dialog.open && !choosing) this.draw();
  }

  draw() {
    const { state, me, act } = this.page;
    const plays = this.page.mayWrite();
    this.dialog.show(t("menu"),
      h("div", { class: "menu-items" },
        plays && item("players", t("players-title"), () => { this.dialog.close(); act.players(); }),
        plays && state.phase !== "finished" && item("rules", t("rules-of-game"), () => { this.dialog.close(); act.rules(); }),
        item("history", t("history"), () => { this.dialog.close(); act.history(); }),
        plays && item("live", t("live-camera"), () => { this.dialog.close(); act.live(); }),
        act.takeSeat && me.role !== "spectator" && item("hosting", t("hosting-title"), () => { this.dialog.close(); act.hosting(); }),
        me.role !== "spectator" && item("collecting", t("collects-item"), () => { this.dialog.close(); act.collecting(); }),
        plays && state.can.pause && !state.paused && item("pause", t("pause"), () => { this.dialog.close(); act.pause(); }),
        plays && state.can.resume && item("resume", t("resume"), () => { this.dialog.close(); act.resume(); }),
        toggle("points-only", t("points-only"), this.page.ui.pointsOnly, act.pointsOnly),
        toggle("advice-here", t("advice-here"), this.advice.wanted, act.adviceHere),
        me.runs_table && me.role !== "spectator" && toggle("advice-table", t("advice-table"), state.advice, (on) => act.setTable({ advice: on })),
        me.runs_table && me.role !== "spectator" && toggle("lock", t("lock-sheet"), state.locked, (on) => act.setTable({ locked: on })),
        me.runs_table && me.role !== "spectator" && toggle("hands-free", t("hands-free"), state.hands_free, (on) => act.setTable({ hands_free: on }))),
      act.takeSeat && this.seat(),
      h("p", { class: "row" }, this.dialog.closeButton()));
  }

  seat() {
    const { state, me, act } = this.page;
    const watching = me.role === "spectator";
    const choice = (value, words) => h("option", { value, selected: watching ? value === "watch" : value === (me.player || "") }, words);
    return h("p", { class: "own-phone" },
      h("label", { for: "own-phone" }, t("this-phone")), " ",
      h("select", { id: "own-phone", key: "own-phone", onchange: (event) => act.takeSeat(event.target.value) },
        choice("", t("for-everybody")),
        state.players.filter((player) => !player.retired).map((player) => choice(player.id, player.name)),
        me.role !== "host" && choice("watch", t("only-watching"))));
  }
}

function item(key, words, act) {
  return h("button", { class: "button wide", type: "button", key: `menu-${key}`, onclick: act }, words);
}

function toggle(key, words, on, act) {
  return h("button", { class: "button wide toggle", type: "button", key: `menu-${key}`, role: "switch", "aria-checked": on ? "true" : "false", onclick: () => act(!on) },
    h("span", {}, words), h("span", { class: "toggle-state" }, on ? t("on") : t("off")));
}
