// The live camera at the table: the picture with what is seen in it, and what it says.

import { announce, h, replace } from "./dom.js";
import { Overlay } from "./overlay.js";
import { PhoneCamera } from "./phone_camera.js";
import { recall, remember } from "./remembered.js";
import { ServerCamera } from "./server_camera.js";
import { number as points, t } from "./texts.js";
import { TrayPen } from "./tray.js";

const SHORTEST_MS = 90;
const RESTING_MS = 220;
const RESTED_MS = 15000;
const WAIT_MS = 250;
const STALLED_MS = 2500;
const TICK_MS = 250;
const CHIPS = 3;
const ON = "dicesight-live";

export class Live {
  // changed() is called when the rest of the page must be drawn anew; best() tells the advised dice.
  constructor(page, { connection, place, tableId, changed, best }) {
    Object.assign(this, { page, connection, place, tableId, changed, best });
    this.on = false;
    this.feed = null;
    this.cameras = [];
    this.name = `${ON}-${tableId}`;
    this.canvas = h("canvas", { class: "live-overlay", "aria-hidden": "true" });
    this.overlay = new Overlay(this.canvas);
    this.spots = h("div", { class: "live-spots", onclick: (event) => this.addAt(event) });
    this.pen = new TrayPen(this.spots, {
      moved: (line) => this.overlay.draw(line),
      drawn: (corners) => { this.feed?.setTray(corners); this.pen.on = false; this.render(); },
    });
    this.pill = h("p", { class: "live-pill", "aria-hidden": "true" });
    this.words = h("p", { class: "live-words", id: "live-words", role: "status" });
    this.chips = h("div", { class: "live-options", role: "group", "aria-label": t("live-options") });
    this.tools = h("div", { class: "live-tools", id: "live-tools" });
    this.top = h("div", { class: "live-top" });
    this.unfolded = false;
    this.confirmed = null;
    new ResizeObserver(() => this.overlay.draw()).observe(this.canvas);
    addEventListener("pagehide", () => this.feed?.stop());
    addEventListener("pageshow", (event) => { if (event.persisted && this.on) this.feed.start(); });
  }

  // Looked through before this page was loaded anew: looked through again.
  resume() {
    const feed = recall(this.name);
    if (feed) this.open(feed);
  }

  async open(wanted = "phone") {
    this.close(false);
    this.on = true;
    remember(this.name, wanted);
    this.feed = wanted.startsWith("server-")
      ? new ServerCamera(this.connection, wanted, () => this.render())
      : new PhoneCamera(this.connection, this.tableId, () => this.render());
    Object.assign(this, { view: null, at: null, lost: null, confirmed: null, since: performance.now(), rested: performance.now() });
    this.ticking = setInterval(() => this.tick(), TICK_MS);
    this.place.replaceChildren(this.frame());
    this.render();
    this.changed();
    const { feed } = this;
    await feed.start();
    this.listCameras();
    this.run(feed);
  }

  close(forget = true) {
    clearInterval(this.ticking);
    this.feed?.stop();
    this.on = false;
    this.feed = null;
    this.overlay.clear();
    this.place.replaceChildren();
    if (!forget) return;
    remember(this.name, null);
    this.changed();
  }

  get key() {
    return this.on ? this.feed.key : null;
  }

  async listCameras() {
    const named = await this.feed?.cameras?.() || [];
    const own = named.length ? named : [{ id: "", name: t("camera-of-this-device") }];
    let theirs = [];
    try {
      const answer = await fetch(`${this.connection.base}/cameras`);
      if (answer.ok) theirs = (await answer.json()).cameras.filter(({ taken }) => !taken);
    } catch {
      // Those at the server are listed the next time.
    }
    this.cameras = [...own, ...theirs];
    this.render();
  }

  async run(feed) {
    while (this.on && this.feed === feed) {
      const began = performance.now();
      const seen = document.visibilityState === "visible" ? await feed.look() : null;
      if (this.feed !== feed) return;
      let wait = WAIT_MS;
      if (seen?.view) {
        this.take(seen);
        const resting = began - this.rested > RESTED_MS;
        // A server that is busy gets as much time to itself as a look takes it.
        wait = Math.max(resting ? RESTING_MS : SHORTEST_MS, 1.3 * (seen.view.server_ms || 0)) - (performance.now() - began);
      } else if (seen) {
        if (seen.at) this.at = seen.at;
        this.lost = seen.refused?.code === "frame_busy" ? null : seen.refused?.words || (seen.lost ? t("live-lost") : null);
        this.tick();
      }
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, wait)); });
    }
  }

  take({ view, at }) {
    const before = this.view;
    Object.assign(this, { view, at, lost: null });
    if (!["held", "empty"].includes(view.phase)) this.rested = performance.now();
    if (before?.words !== view.words && ["settled", "held"].includes(view.phase)) announce(view.words);
    this.show();
    this.tick();
  }

  // While a roll waits to be confirmed its dice are drawn, with what people have corrected.
  show() {
    const { view } = this;
    if (!view) return;
    const moving = !["settled", "held"].includes(view.phase);
    if (moving) this.confirmed = null;
    const review = moving ? null : this.review();
    const known = review || this.confirmed;
    const dice = known
      ? known.dice.filter((die) => die.box).map((die) => ({ ...die, kept: die.out && die.left_out }))
      : view.dice.map((die) => ({ ...die, out: die.reason === "outside" }));
    this.overlay.show(dice, known ? known.reading : view, view.phase);
    if (review !== this.spotted) this.spot(review);
  }

  // What a person has said the dice show is drawn until they move.
  confirm({ reading, dice }) {
    if (this.on && reading.camera === this.key) this.confirmed = { reading, dice: dice.map((die) => ({ ...die, doubtful: false })) };
  }

  // The dice as buttons, as long as they lie where they were read.
  spot(review) {
    this.spotted = review;
    this.spots.classList.toggle("adding", Boolean(review));
    this.spots.replaceChildren(...(review ? review.spots(wholeOf(review.reading)) : []));
  }

  addAt(event) {
    if (event.target === this.spots && this.spotted && !this.pen.on) this.spotted.addAt(event, this.spots, wholeOf(this.spotted.reading));
  }

  // The roll to confirm, if this camera has read it.
  review() {
    const { review } = this.page.ui;
    return review?.live && review.reading.camera === this.key ? review : null;
  }

  reviewChanged() {
    if (!this.on) return;
    this.spot(this.spotted && this.review());
    this.show();
    this.tick();
  }

  get age() {
    return performance.now() - (this.at ?? this.since);
  }

  seen() {
    const { view, page } = this;
    if (!view) return t("live-starting");
    const review = this.review();
    if (review) return review.words;
    // What was doubtful about a roll is settled once it is on the sheet.
    return ["settled", "held"].includes(view.phase) && ["rolled", "farkled"].includes(page.state.phase) ? t("live-held") : view.words;
  }

  get stalled() {
    return this.age > STALLED_MS && document.visibilityState === "visible";
  }

  tick() {
    if (!this.on) return;
    const { feed, view } = this;
    const silent = feed.words || this.lost;
    const bad = Boolean(silent) || (this.stalled && !this.pen.on);
    const seconds = Math.round(this.age / 1000);
    const told = silent || (this.stalled ? this.at ? t("live-stalled", { seconds }) : t("live-starting") : this.seen());
    const said = this.pen.on ? t("tray-how") : told;
    if (this.words.textContent !== said) this.words.textContent = said;
    this.words.classList.toggle("bad", bad);
    const pill = bad ? t("live-pill-stalled") : view ? t("live-pill", { age: (this.age / 1000).toFixed(1) }) : "";
    if (this.pill.textContent !== pill) this.pill.textContent = pill;
    this.pill.classList.toggle("bad", bad);
    this.box?.classList.toggle("faded", bad && Boolean(this.at));
    this.trust.hidden = feed.fault !== "insecure" || !this.trust.href;
    this.retry.hidden = !["refused", "silent", "failed"].includes(feed.fault);
    this.fit();
  }

  // The picture as wide as fits beside a height that leaves the rest in reach, however it is turned.
  fit() {
    const size = this.feed.size;
    this.box.hidden = !size;
    if (!size) return;
    const ratio = size.width / size.height;
    if (this.ratio === ratio) return;
    this.ratio = ratio;
    this.box.style.aspectRatio = `${size.width} / ${size.height}`;
    this.box.style.setProperty("--ratio", String(ratio));
    this.overlay.draw();
  }

  frame() {
    this.ratio = null;
    this.box = h("div", { class: "live-picture" }, this.feed.element, this.canvas, this.spots, this.pill);
    this.retry = h("button", { class: "button small", type: "button", key: "live-retry", onclick: () => this.feed.start() }, t("camera-try-again"));
    const { trust } = document.getElementById("stage").dataset;
    this.trust = trust ? h("a", { class: "button small", href: trust }, t("camera-trust")) : h("span", { hidden: true });
    return h("section", { class: "live", "aria-label": t("live-camera") }, h("div", { class: "live-stage" }, this.box),
      h("div", { class: "live-side" }, h("div", { class: "live-said" }, this.words, this.top), h("div", { class: "live-mend" }, this.retry, this.trust), this.chips, this.tools));
  }

  render() {
    if (!this.on) return;
    const { feed } = this;
    const tray = this.pen.on ? [] : feed.tray;
    this.spots.classList.toggle("drawing", Boolean(this.pen.on));
    this.overlay.draw(tray);
    const chosen = feed.device ?? feed.id;
    const button = (key, words, act, pressed) => h("button", {
      class: "button small", type: "button", key: `live-${key}`, onclick: act, "aria-pressed": pressed === undefined ? null : pressed ? "true" : "false",
    }, words);
    replace(this.top,
      h("button", { class: "live-round", type: "button", key: "live-unfold", "aria-label": t("live-settings"), "aria-expanded": String(this.unfolded), "aria-controls": "live-tools",
        onclick: () => { this.unfolded = !this.unfolded; this.render(); } }, "⋯"),
      h("button", { class: "live-round", type: "button", key: "live-close", "aria-label": t("live-close"), onclick: () => this.shut() }, "×"));
    this.tools.hidden = !this.unfolded;
    replace(this.tools,
      this.cameras.length > 1 && h("select", { class: "live-picker", key: "live-picker", "aria-label": t("camera-picker"), onchange: (event) => this.choose(event.target.value) },
        this.cameras.map(({ id, name }) => h("option", { value: id, selected: id === chosen }, name))),
      feed.hasTorch && button("torch", t("torch"), () => feed.light(!feed.lit), feed.lit),
      feed.size && button("tray", tray.length ? t("tray-all") : t("tray-draw"), () => this.tray(tray), this.pen.on || tray.length > 0));
    this.renderChips();
    this.tick();
  }

  choose(id) {
    if (id.startsWith("server-")) { this.open(id); return; }
    if (this.feed.id) { this.open("phone"); return; }
    this.feed.stop();
    this.feed.start(id).then(() => this.render());
  }

  tray(drawn) {
    if (drawn.length) this.feed.setTray([]);
    else this.pen.on = !this.pen.on;
    if (this.pen.on) this.unfolded = false;
    this.render();
    if (this.pen.on) this.box.scrollIntoView({ block: "nearest" });
  }

  // A camera at the server looks on while pages come and go; whoever runs the table ends it.
  shut() {
    if (this.feed.id && this.page.me.runs_table) this.feed.use(null);
    this.close();
  }

  // What can be done now, at the edge of the picture; the list below has all of it.
  renderChips() {
    const { state, act } = this.page;
    const chip = (key, words, go, { best = false, dice = null, disabled = false } = {}) => h("button", {
      class: `live-chip ${best ? "best" : ""}`, type: "button", key: `live-${key}`, "data-dice": dice, disabled, onclick: go,
    }, words);
    const chips = [];
    if (this.page.mayWrite() && !state.paused && !this.page.ui.review && !this.page.ui.editing) {
      if (state.phase === "rolled") {
        const best = this.best() ?? state.options[0].dice.join(" ");
        const first = state.options.filter((option) => option.dice.join(" ") === best);
        const rest = state.options.filter((option) => !first.includes(option));
        [...first, ...rest].slice(0, CHIPS).forEach((option, index) => chips.push(chip(`option-${index}`,
          [h("span", { class: "live-dice" }, option.dice.join(" ")), h("strong", {}, points(option.points))],
          () => act.setAside(option.dice), { best: first.includes(option), dice: option.dice.join(" ") })));
      } else if (state.phase === "kept") {
        chips.push(chip("roll", t("roll-again"), act.rollAgain, { disabled: !state.can.roll_again }),
          chip("bank", t("bank-points", { points: state.bank_points }), act.bank, { disabled: !state.can.bank }));
      } else if (state.phase === "farkled") {
        chips.push(chip("farkle", t("it-is-a-farkle"), act.farkle));
      }
    }
    replace(this.chips, ...chips);
    this.chips.hidden = !chips.length;
  }
}

function wholeOf({ width, height }) {
  return { x: 0, y: 0, width, height };
}
