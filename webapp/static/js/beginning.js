// Who begins: chosen, or rolled off with one real die each.

import { h } from "./dom.js";
import { face } from "./die.js";
import { mark } from "./marks.js";
import { t } from "./texts.js";

export function isNew(state) {
  return state.players.length > 1 && !state.set_aside.length && state.players.every((player) => !player.turns.length);
}

export function beginning({ state, ui, act }) {
  return h("details", { class: "first", open: ui.beginning, ontoggle: (event) => { ui.beginning = event.target.open; } },
    h("summary", {}, t("somebody-else-begins")),
    h("div", { class: "row", role: "group", "aria-label": t("who-begins") }, state.players.map((player, index) => !player.retired && h("button", {
      class: "button small", type: "button", key: `first-${player.id}`, "aria-pressed": index === state.current ? "true" : "false",
      onclick: () => act.begin(player.id),
    }, player.name))),
    state.roll_off && rollOff(state, ui, act));
}

function rollOff(state, ui, act) {
  const rolling = state.players.filter((player) => state.roll_off.includes(player.id));
  const ready = rolling.every((player) => ui.rollOff[player.id]);
  return h("div", { class: "roll-off" },
    h("p", { class: "muted" }, t("highest-begins")),
    rolling.map((player) => h("div", { class: "roll-off-player", role: "group", "aria-label": player.name },
      h("span", { class: "roll-off-name" }, mark(player.colour), " ", player.name),
      h("span", { class: "roll-off-faces" }, [1, 2, 3, 4, 5, 6].map((value) => h("button", {
        class: "face-button", type: "button", key: `off-${player.id}-${value}`, "aria-label": t("add-face", { face: value }),
        "aria-pressed": ui.rollOff[player.id] === value ? "true" : "false", onclick: () => act.offFace(player.id, value),
      }, face(value)))))),
    h("p", {}, h("button", { class: "button", type: "button", key: "roll-off", disabled: !ready, onclick: act.rollOff }, t("roll-off-done"))));
}
