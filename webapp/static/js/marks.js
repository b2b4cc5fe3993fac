// What tells players apart beside their names: a colour, and a shape for those who see none.

import { svg } from "./dom.js";
import { t } from "./texts.js";

const SHAPES = {
  red: ["circle", { cx: 12, cy: 12, r: 9 }],
  blue: ["rect", { x: 4, y: 4, width: 16, height: 16 }],
  green: ["path", { d: "M12 3 22 21H2Z" }],
  yellow: ["path", { d: "m12 2 3 7 7 .6-5.3 4.7 1.6 7.2L12 17.6 5.700 21.5l1.6-7.2L2 9.600 9 9Z" }],
  purple: ["path", { d: "M12 2 22 12 12 22 2 12Z" }],
  orange: ["path", { d: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z" }],
  teal: ["path", { d: "M7 3h10l5 9-5 9H7l-5-9Z" }],
  pink: ["path", { d: "M12 21 3 11.5A5.2 5.2 0 0 1 12 6a5.2 5.2 0 0 1 9 5.5Z" }],
};

export const COLOURS = Object.keys(SHAPES);

export function mark(colour) {
  const [tag, shape] = SHAPES[colour] || SHAPES.red;
  return svg("svg", { class: `mark mark-${colour}`, viewBox: "0 0 24 24", role: "img", "aria-label": t(`colour-${colour}`) }, svg(tag, shape));
}
