// Points by figures, with keys that fit a thumb; the keyboard's figures do the same.

import { h } from "./dom.js";
import { number, t } from "./texts.js";

const KEYS = ["1", "2", "3", "back", "4", "5", "6", "0", "7", "8", "9", "00"];
const MOST_FIGURES = 6;

// digits: what was typed so far, as text. change(digits) is called with the next text.
export function keypad(digits, change, label) {
  return h("div", { class: "keypad-entry" },
    h("output", { class: "keypad-value big-number", "aria-live": "polite", "aria-label": label }, digits ? number(Number(digits)) : "–"),
    h("div", { class: "keypad", role: "group", "aria-label": t("keypad") }, KEYS.map((key) => h("button", {
      class: "button key", type: "button", key: `key-${key}`, "aria-label": key === "back" ? t("keypad-back") : null,
      onclick: () => change(press(digits, key)),
    }, key === "back" ? "⌫" : key))));
}

export function press(digits, key) {
  if (key === "back" || key === "Backspace") return digits.slice(0, -1);
  const next = `${digits}${key}`.replace(/^0+/, "");
  return next.length > MOST_FIGURES ? digits : next;
}

export function typed(event, digits, change) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!/^[0-9]$/.test(event.key) && event.key !== "Backspace") return false;
  event.preventDefault();
  change(press(digits, event.key));
  return true;
}
