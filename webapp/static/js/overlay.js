// Boxes and values over a live picture: steady while the dice lie still.

import { outline } from "./picture.js";

const STILL = new Set(["settled", "held"]);
const SAME = 0.5;
const JITTER = 0.22;

export class Overlay {
  constructor(canvas) {
    this.canvas = canvas;
    this.shown = [];
    this.size = null;
    this.phase = "";
  }

  // dice: [{box, face, doubtful, kept, out}] in pixels of a picture of this size.
  show(dice, { width, height }, phase) {
    const turned = this.size?.width !== width || this.size?.height !== height;
    this.size = { width, height };
    const still = STILL.has(phase) && STILL.has(this.phase);
    this.shown = turned ? dice : dice.map((die) => steady(die, this.shown, still));
    this.phase = phase;
    this.draw();
  }

  clear() {
    this.shown = [];
    this.draw();
  }

  draw(tray = this.tray) {
    this.tray = tray;
    const { canvas } = this;
    const { width: wide, height: tall } = canvas.getBoundingClientRect();
    if (!wide) return;
    const sharp = Math.min(2, devicePixelRatio || 1);
    canvas.width = Math.round(wide * sharp);
    canvas.height = Math.round(tall * sharp);
    const context = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    if (tray?.length > 2) drawTray(context, tray, sharp);
    if (!this.size) return;
    const view = { x: 0, y: 0, ...this.size };
    const scale = canvas.width / this.size.width;
    for (const die of this.shown) {
      // A die in flight is elsewhere by now, and shows nothing yet.
      if (this.phase === "moving" && !die.kept) continue;
      if (die.kept) dim(context, die.box, scale);
      outline(context, die, view, scale, sharp, style);
    }
  }
}

// A die that lay there before keeps its place: boxes that tremble cannot be read.
function steady(die, before, still) {
  const size = Math.max(1, (die.box[2] - die.box[0] + die.box[3] - die.box[1]) / 2);
  let nearest = null;
  let least = SAME;
  for (const other of before) {
    const apart = Math.hypot(...[0, 1].map((axis) => (die.box[axis] + die.box[axis + 2] - other.box[axis] - other.box[axis + 2]) / 2)) / size;
    if (apart < least) [nearest, least] = [other, apart];
  }
  if (!nearest) return die;
  if (still && least < JITTER) return { ...die, box: nearest.box };
  return { ...die, box: die.box.map((side, index) => 0.6 * side + 0.4 * nearest.box[index]) };
}

function dim(context, box, scale) {
  const [x1, y1, x2, y2] = box.map((side) => side * scale);
  context.fillStyle = "rgba(20, 12, 8, 0.45)";
  context.fillRect(x1, y1, x2 - x1, y2 - y1);
}

function drawTray(context, tray, sharp) {
  const { width, height } = context.canvas;
  context.save();
  context.fillStyle = "rgba(20, 12, 8, 0.35)";
  context.strokeStyle = "rgba(255, 250, 240, 0.9)";
  context.lineWidth = 2 * sharp;
  context.setLineDash([8 * sharp, 6 * sharp]);
  context.beginPath();
  context.rect(0, 0, width, height);
  tray.forEach(([x, y], index) => context[index ? "lineTo" : "moveTo"](x * width, y * height));
  context.closePath();
  context.fill("evenodd");
  context.beginPath();
  tray.forEach(([x, y], index) => context[index ? "lineTo" : "moveTo"](x * width, y * height));
  context.closePath();
  context.stroke();
  context.restore();
}
