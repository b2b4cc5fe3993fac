// The photograph with its dice: every die a button, values drawn, corrections by a tap.

import { announce, h } from "./dom.js";
import { face } from "./die.js";
import { t } from "./texts.js";

// reading: {width, height, dice: [{box, face, doubtful, left_out}], dice_in_hand, words}
export class Review {
  // live: the reading is a camera's, which goes on looking; changed() is told of every correction,
  // marked(die, kept) of dice that were set aside before or were not. watched: for those who may
  // see it, and change nothing.
  constructor(image, reading, { onUse, onAgain, onCancel, chooser, live = false, watched = false, changed = () => {}, marked = () => {} }) {
    Object.assign(this, { image, chooser, live, watched, told: changed, marked });
    this.dice = reading.dice.map((die) => ({ ...die, out: die.left_out || die.outside, seen: die.face }));
    this.take(reading);
    this.whole = !this.dice.length;
    this.actions = { onUse, onAgain, onCancel };
    this.element = h("div", { class: `review ${live && !image ? "on-living-picture" : ""}` });
    this.observer = new ResizeObserver(() => this.draw());
    this.render();
  }

  take(reading) {
    this.reading = reading;
    this.wanted = reading.dice_in_hand;
    this.words = reading.words;
  }

  // The same reading held against another state of the sheet; what was corrected stays.
  update(reading) {
    if (this.corrected && this.agrees(reading)) this.corrected = false;
    if (!this.corrected) this.dice.forEach((die, index) => { die.out = reading.dice[index].left_out || reading.dice[index].outside; });
    this.take(reading);
    if (this.corrected) this.changed(false);
    else this.render();
  }

  // Whether the reading says by now what a person has said.
  agrees({ dice }) {
    return dice.length === this.dice.length && dice.every((die, index) => die.face === this.dice[index].face && Boolean(die.left_out || die.outside) === Boolean(this.dice[index].out));
  }

  get counted() {
    return this.dice.filter((die) => !die.out);
  }

  render() {
    const counted = [...this.counted].sort((one, other) => one.face - other.face);
    const right = counted.length === this.wanted && this.reading.match !== "waits";
    const parts = [];
    if (this.image) parts.push(this.picture());
    if (this.watched) {
      this.element.replaceChildren(...parts, h("p", { class: "review-words", role: "status" }, this.words));
      this.draw();
      return;
    }
    parts.push(h("div", { class: "review-side" },
      h("p", { class: `review-words ${right ? "" : "ask"}`, id: "review-words", role: "status" }, this.words),
      this.chips(),
      h("p", { class: "row small" },
        h("button", { class: "link-button", type: "button", key: "add", onclick: () => this.add() }, t("add-a-die")),
        this.image && h("button", { class: "link-button", type: "button", key: "zoom", onclick: () => { this.whole = !this.whole; this.render(); } },
          this.whole ? t("show-larger") : t("show-whole")),
        h("button", { class: "link-button", type: "button", key: "cancel", onclick: this.actions.onCancel }, t("tap-instead")))),
      h("div", { class: "decisions dock" },
        h("button", { class: "button", type: "button", key: "again", onclick: this.actions.onAgain }, t(this.live ? "offer-ignore" : "retake")),
        h("button", {
          class: "button primary", type: "button", key: "use", "data-first": true, disabled: !right, "aria-describedby": "review-words",
          onclick: () => this.actions.onUse(counted.map((die) => die.face), this.dice),
        }, t("use-dice", { count: this.wanted }))),
    );
    const key = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.replaceChildren(...parts);
    if (key) (this.element.querySelector(`[data-key="${key}"]:not(:disabled)`) || this.element.querySelector("button:not(:disabled)")).focus({ preventScroll: true });
    this.draw();
  }

  chips() {
    return h("div", { class: "chips", role: "group", "aria-label": t("roll-dice-label") },
      this.dice.map((die, index) => h("button", {
        "data-face": die.face, class: `chip ${die.out ? "out" : ""} ${die.doubtful && !die.out ? "doubt" : ""}`, type: "button", key: `chip-${index}`,
        "aria-label": this.label(die, index), onclick: () => this.ask(index),
      }, face(die.face), die.doubtful && !die.out ? h("span", { class: "mark", "aria-hidden": "true" }, "?") : null)));
  }

  label(die, index) {
    const values = { number: index + 1, face: die.face };
    if (die.out) return t("review-die-out", values);
    return die.doubtful ? t("review-die-doubt", values) : t("review-die", values);
  }

  picture() {
    const view = this.frame();
    this.view = view;
    this.canvas = h("canvas", {
      role: "img", "aria-label": t("photo-label", { count: this.counted.length }),
      onclick: this.watched ? null : (event) => this.addAt(event),
    });
    const box = h("div", { class: `photo ${this.watched ? "watched" : ""}` }, this.canvas, this.watched ? null : this.spots(view));
    box.style.aspectRatio = `${view.width} / ${view.height}`;
    // As wide as fits beside a height that leaves the decisions in reach.
    box.style.setProperty("--ratio", String(view.width / view.height));
    this.observer.disconnect();
    this.observer.observe(box);
    return box;
  }

  // The dice as buttons over this part of the picture.
  spots(view) {
    return this.dice.map((die, index) => {
      if (!die.box) return null;
      const [x1, y1, x2, y2] = die.box;
      const button = h("button", {
        class: "die-spot", type: "button", key: `spot-${index}`, "aria-label": this.label(die, index), onclick: () => this.ask(index),
      });
      const style = button.style;
      style.left = `${(100 * ((x1 + x2) / 2 - view.x)) / view.width}%`;
      style.top = `${(100 * ((y1 + y2) / 2 - view.y)) / view.height}%`;
      style.width = `${(100 * (x2 - x1)) / view.width}%`;
      style.height = `${(100 * (y2 - y1)) / view.height}%`;
      return button;
    }).filter(Boolean);
  }

  // The part of the picture to show: round the dice, unless the whole is asked for.
  frame() {
    const { width, height } = this.reading;
    const boxes = this.dice.map((die) => die.box).filter(Boolean);
    if (this.whole || !boxes.length) return { x: 0, y: 0, width, height };
    const size = Math.max(...boxes.map(([x1, y1, x2, y2]) => Math.max(x2 - x1, y2 - y1)));
    const pad = size * 0.7;
    let x1 = Math.min(...boxes.map((box) => box[0])) - pad;
    let y1 = Math.min(...boxes.map((box) => box[1])) - pad;
    let x2 = Math.max(...boxes.map((box) => box[2])) + pad;
    let y2 = Math.max(...boxes.map((box) => box[3])) + pad;
    const ratio = Math.min(1.9, Math.max(0.9, (x2 - x1) / (y2 - y1)));
    const wide = Math.max(x2 - x1, (y2 - y1) * ratio);
    const tall = Math.max(y2 - y1, wide / ratio);
    [x1, x2] = fit((x1 + x2) / 2, wide, width);
    [y1, y2] = fit((y1 + y2) / 2, tall, height);
    return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  }

  draw() {
    const canvas = this.canvas;
    if (!this.image?.naturalWidth || !canvas?.isConnected) return;
    const { width: shown, height } = canvas.parentElement.getBoundingClientRect();
    if (!shown) return;
    const sharp = Math.min(2, devicePixelRatio || 1);
    canvas.width = Math.round(shown * sharp);
    canvas.height = Math.round(height * sharp);
    const context = canvas.getContext("2d");
    const { view, image, reading } = this;
    const across = image.naturalWidth / reading.width;
    const down = image.naturalHeight / reading.height;
    context.drawImage(image, view.x * across, view.y * down, view.width * across, view.height * down, 0, 0, canvas.width, canvas.height);
    const scale = canvas.width / view.width;
    const style = getComputedStyle(canvas);
    for (const die of this.dice) if (die.box) outline(context, die, view, scale, sharp, style);
  }

  async ask(index) {
    const die = this.dice[index];
    const answer = await this.chooser.open({
      title: die.out ? t("die-left-out") : t("is-this-face", { face: die.face }), current: die.out ? 0 : die.face, drop: !die.out, aside: this.live && !die.out && Boolean(die.box),
    });
    if (answer === null) return;
    if (answer === "drop") {
      if (die.added) this.dice.splice(index, 1);
      else Object.assign(die, { out: true, left_out: false });
    } else if (answer === "aside") {
      Object.assign(die, { out: true, left_out: true });
      this.marked(die, true);
    } else {
      if (die.left_out) this.marked(die, false);
      Object.assign(die, { face: answer, out: false, left_out: false, doubtful: false });
    }
    this.changed();
  }

  async add(box = null) {
    const answer = await this.chooser.open({ title: t("which-face-shown"), current: 0, drop: false });
    if (answer === null) return;
    this.dice.push({ box, face: answer, out: false, doubtful: false, added: true });
    this.changed();
  }

  // A tap on an empty spot of this part of the picture, which fills the element.
  addAt(event, element = this.canvas, view = this.view) {
    const place = element.getBoundingClientRect();
    const x = view.x + ((event.clientX - place.left) / place.width) * view.width;
    const y = view.y + ((event.clientY - place.top) / place.height) * view.height;
    const sizes = this.dice.filter((die) => die.box).map(({ box }) => (box[2] - box[0] + box[3] - box[1]) / 4).sort((a, b) => a - b);
    const half = sizes[Math.floor(sizes.length / 2)] || view.width / 14;
    this.add([x - half, y - half, x + half, y + half]);
  }

  changed(aloud = true) {
    this.corrected = true;
    const have = this.counted.length;
    const off = have - this.wanted;
    if (off === 0) this.words = t("review-exact", { count: have, faces: this.counted.map((die) => die.face).sort().join(" ") });
    else if (off > 0) this.words = t("review-more", { count: have, hand: this.wanted, excess: off });
    else this.words = t("review-fewer", { count: have, hand: this.wanted, missing: -off });
    if (aloud) announce(this.words);
    this.render();
    this.told();
  }

  close() {
    this.observer.disconnect();
  }
}

function fit(centre, size, limit) {
  const length = Math.min(size, limit);
  const start = Math.min(Math.max(0, centre - length / 2), limit - length);
  return [start, start + length];
}

export function outline(context, die, view, scale, sharp, style) {
  const [x1, y1, x2, y2] = die.box.map((value, index) => (value - (index % 2 ? view.y : view.x)) * scale);
  const colour = (name) => style.getPropertyValue(name).trim();
  const line = die.out || die.kept ? colour("--box-out") : die.doubtful ? colour("--box-doubt") : colour("--box-sure");
  context.save();
  context.lineJoin = "round";
  context.setLineDash(die.out || die.kept ? [3 * sharp, 4 * sharp] : die.doubtful ? [8 * sharp, 4 * sharp] : []);
  // A dark line under the bright one keeps the box visible on any table.
  for (const [width, stroke] of [[5, "rgba(20, 12, 8, 0.65)"], [2.5, line]]) {
    context.lineWidth = width * sharp;
    context.strokeStyle = stroke;
    context.beginPath();
    rounded(context, x1, y1, x2 - x1, y2 - y1, 6 * sharp);
    context.stroke();
  }
  const text = die.out && !die.kept ? "–" : `${die.face}${die.doubtful && !die.out ? "?" : ""}`;
  context.font = `700 ${15 * sharp}px ui-sans-serif, system-ui, sans-serif`;
  const wide = Math.max(22 * sharp, context.measureText(text).width + 12 * sharp);
  const tall = 22 * sharp;
  const left = Math.min(Math.max(0, x1 - 2 * sharp), context.canvas.width - wide);
  const top = y1 - tall - 2 * sharp >= 0 ? y1 - tall - 2 * sharp : Math.min(y2 + 2 * sharp, context.canvas.height - tall);
  context.setLineDash([]);
  context.fillStyle = line;
  context.beginPath();
  rounded(context, left, top, wide, tall, 6 * sharp);
  context.fill();
  context.fillStyle = "#1d130d";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, left + wide / 2, top + tall / 2 + sharp);
  context.restore();
}

// Safari before 16 has square corners only.
function rounded(context, x, y, width, height, radius) {
  if (context.roundRect) context.roundRect(x, y, width, height, radius);
  else context.rect(x, y, width, height);
}
