// The tray, drawn once with a finger: a loop becomes a polygon, a short stroke across a rectangle.

const MOST = 16;
const AFTER_MS = 400;

// Listens on an element over the picture until a loop is drawn; drawn(corners) in shares of it.
export class TrayPen {
  constructor(element, { moved, drawn }) {
    Object.assign(this, { element, moved, drawn, line: null, ended: 0 });
    element.addEventListener("pointerdown", (event) => {
      if (!this.on) return;
      event.preventDefault();
      element.setPointerCapture?.(event.pointerId);
      this.line = [this.place(event)];
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.line) return;
      this.line.push(this.place(event));
      this.moved(this.line);
    });
    // The finger that lets go of the line taps nothing below it.
    element.addEventListener("click", (event) => {
      if (this.on || performance.now() - this.ended < AFTER_MS) event.stopPropagation();
    }, true);
    for (const kind of ["pointerup", "pointercancel"]) element.addEventListener(kind, () => this.end());
  }

  place(event) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const share = (value) => Math.round(1000 * Math.min(1, Math.max(0, value))) / 1000;
    return [share((event.clientX - left) / width), share((event.clientY - top) / height)];
  }

  end() {
    const { line } = this;
    this.line = null;
    if (!line) return;
    this.ended = performance.now();
    this.drawn(cornersOf(line));
  }
}

// Few corners for a line of many points; nothing for a mere tap.
export function cornersOf(line) {
  const xs = line.map(([x]) => x);
  const ys = line.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right - left < 0.1 || bottom - top < 0.1) return [];
  const [first, last] = [line[0], line.at(-1)];
  const gap = Math.hypot(first[0] - last[0], first[1] - last[1]);
  // A stroke from corner to corner means the rectangle between them.
  if (gap > 0.5 * Math.hypot(right - left, bottom - top)) return [[left, top], [right, top], [right, bottom], [left, bottom]];
  const step = Math.max(1, line.length / MOST);
  const corners = [];
  for (let index = 0; index < line.length && corners.length < MOST; index += step) corners.push(line[Math.floor(index)]);
  return corners;
}
