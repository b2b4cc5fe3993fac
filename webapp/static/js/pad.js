// Dice by hand: one tap a die, as fast as a photograph.

import { announce, h } from "./dom.js";
import { face } from "./die.js";
import { t } from "./texts.js";

// entered: the faces so far. change(faces) is called with the next list.
export function pad(entered, wanted, change) {
  const slots = Array.from({ length: wanted }, (_, index) => {
    const value = entered[index];
    if (!value) return h("span", { class: "slot", "aria-hidden": "true" });
    return h("button", {
      class: "slot filled", type: "button", key: `slot-${index}`,
      "aria-label": t("die-entered", { number: index + 1, face: value }),
      onclick: () => change(entered.filter((_, other) => other !== index)),
    }, face(value));
  });
  const full = entered.length >= wanted;
  return h("div", { class: "pad" },
    h("div", { class: "slots", role: "group", "aria-label": t("dice-entered", { have: entered.length, wanted }) }, slots),
    h("div", { class: "faces", role: "group", "aria-label": t("tap-each-die") },
      [1, 2, 3, 4, 5, 6].map((value) => h("button", {
        class: "face-button", type: "button", key: `face-${value}`, disabled: full,
        "aria-label": t("add-face", { face: value }), onclick: () => add(entered, wanted, value, change),
      }, face(value)))),
  );
}

export function add(entered, wanted, value, change) {
  if (entered.length >= wanted) return;
  const next = [...entered, value];
  if (next.length < wanted) announce(t("dice-to-go", { face: value, left: wanted - next.length }));
  change(next);
}
