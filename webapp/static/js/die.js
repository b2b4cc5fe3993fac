// A die's face as a picture: pips as on a real die.

import { h, svg } from "./dom.js";
import { t } from "./texts.js";

const PIPS = {
  1: [[50, 50]],
  2: [[27, 27], [73, 73]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

// Decorative: whoever uses it gives the words.
export function face(value, kind = "") {
  return svg(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "die-body", x: 3, y: 3, width: 94, height: 94, rx: 22 }),
    (PIPS[value] || []).map(([cx, cy]) => svg("circle", { class: "die-pip", cx, cy, r: 9.5 })),
  );
}

// A row of dice with its words for screen readers, numerals for those who do not count pips.
export function row(values, { kind = "", label = "", numerals = false } = {}) {
  return h(
    "div",
    { class: `dice-row ${kind}`, role: "img", "aria-label": `${label}${label ? ": " : ""}${values.join(" ") || t("no-dice-shown")}` },
    values.map((value) => h("span", { class: "die-cell" }, face(value, kind), numerals && h("span", { class: "numeral" }, String(value)))),
  );
}
