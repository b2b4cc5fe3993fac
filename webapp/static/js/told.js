// A whole turn by its points alone, for those who roll without reading the dice in.

import { h } from "./dom.js";
import { keypad } from "./keypad.js";
import { t } from "./texts.js";

export function pointsEntry({ state, ui, act }) {
  const player = state.players[state.current];
  const notOpened = !player.opened && state.rules.opening_min > 0;
  return [
    keypad(ui.digits, act.digits, t("points-of-turn")),
    ui.fault && h("p", { class: "fault", role: "alert" }, ui.fault),
    h("p", { class: "row apart told-nothing" },
      h("button", { class: "button", type: "button", key: "told-farkle", "data-fresh": true, disabled: ui.fresh, onclick: () => act.tell("farkle") }, t("farkle")),
      h("button", { class: "button", type: "button", key: "told-zero", "data-fresh": true, disabled: ui.fresh, onclick: () => act.tell("zero") }, notOpened ? t("zero-not-opened") : t("no-points"))),
    h("div", { class: "decisions one dock" },
      h("button", { class: "button bank", type: "button", key: "told-bank", "data-first": true, disabled: !ui.digits, onclick: () => act.tell("bank") },
        h("span", { class: "button-main" }, ui.digits ? t("write-down", { points: Number(ui.digits) }) : t("write-down-points")),
        h("span", { class: "button-sub" }, t("pass-dice")))),
    h("p", {}, h("button", { class: "link-button", type: "button", key: "dice-again", onclick: () => act.pointsOnly(false) }, t("enter-dice-instead"))),
  ];
}
