// Checking collected pictures: fast by keys, possible by touch, always undoable.

import { announce, h, randomKey, replace } from "./dom.js";
import { t } from "./texts.js";

const place = document.getElementById("pictures");
const base = `/api/tables/${place.dataset.table}/collected`;
const person = randomKey();
const LEAST = 0.015;
const WHY = { corrected: () => t("pictures-corrected"), disagreement: () => t("pictures-disagreement"), doubtful: () => t("pictures-doubtful"), sample: () => t("pictures-sample") };

let waiting = [];
let skipped = new Set();
let picture = null;
let photo = null;
let dice = [];
let chosen = 0;
let before = [];
let words = "";

async function load() {
  const answer = await fetch(`${base}/queue?person=${person}`).then((response) => response.json()).catch(() => null);
  waiting = answer?.pictures || [];
  const fresh = waiting.filter((one) => !skipped.has(one.id));
  if (!fresh.length) skipped = new Set();
  show(fresh[0] || waiting[0] || null);
}

function show(next) {
  picture = next;
  // The same element stays while one works on it, so that nothing jumps.
  photo = next && h("img", { src: `${base}/${next.id}.jpg`, alt: "" });
  dice = (next?.dice || []).map((die) => ({ face: die.face, box: corners(die.box_n) }));
  chosen = 0;
  before = [];
  draw();
}

const corners = ([x, y, w, h]) => [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
const centred = ([x1, y1, x2, y2]) => [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1];

function change(make) {
  before.push(JSON.stringify(dice));
  make();
  chosen = Math.max(0, Math.min(chosen, dice.length - 1));
  draw();
}

function undo() {
  if (!before.length) return;
  dice = JSON.parse(before.pop());
  draw();
}

function value(face) {
  if (!dice[chosen]) return;
  change(() => {
    if (face === 0) dice.splice(chosen, 1);
    else { dice[chosen].face = face; if (chosen < dice.length - 1) chosen += 1; }
  });
}

async function send(body) {
  const sent = picture;
  const response = await fetch(`${base}/${sent.id}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ revision: sent.revision, ...body }),
  }).catch(() => null);
  words = "";
  // Somebody else was faster, or it is gone: either way the next one is due.
  if (response?.ok || response?.status === 409 || response?.status === 404) {
    if (!response.ok) words = (await response.json()).error.words;
    await load();
  } else { words = t("pictures-lost"); draw(); }
}

const save = () => send({ dice: dice.map((die) => ({ face: die.face, box_n: centred(die.box) })) });

function draw() {
  if (!picture) { replace(place, h("h2", {}, t("pictures-none"))); announce(t("pictures-none")); return; }
  const canvas = h("div", { class: "canvas" }, photo,
    dice.map((die, index) => {
      const box = h("button", { class: "box", type: "button", key: `box-${index}`, "aria-pressed": index === chosen ? "true" : "false",
        "aria-label": t("pictures-die", { number: index + 1, face: die.face }) },
      h("span", { class: "value", "aria-hidden": "true" }, String(die.face)), index === chosen && h("span", { class: "corner", "aria-hidden": "true" }));
      lay(box, die.box);
      box.addEventListener("focus", () => { if (chosen !== index) { chosen = index; draw(); } });
      return box;
    }));
  canvas.addEventListener("pointerdown", press);
  replace(place,
    h("p", { role: "status" }, `${t("pictures-left", { count: waiting.length })}. ${WHY[picture.why]?.() || ""} ${words}`),
    canvas,
    h("div", { class: "values", role: "group" },
      [1, 2, 3, 4, 5, 6].map((face) => h("button", { class: "button", type: "button", key: `value-${face}`, disabled: !dice.length, onclick: () => value(face) }, String(face))),
      h("button", { class: "button", type: "button", key: "value-0", disabled: !dice.length, onclick: () => value(0) }, t("pictures-no-die"))),
    h("p", { class: "row" },
      h("button", { class: "button primary", type: "button", key: "right", "data-first": true, onclick: save }, t("pictures-right")),
      h("button", { class: "button", type: "button", key: "undo", disabled: !before.length, onclick: undo }, t("pictures-undo")),
      h("button", { class: "button", type: "button", key: "skip", onclick: () => { skipped.add(picture.id); load(); } }, t("pictures-skip")),
      h("button", { class: "link-button", type: "button", key: "delete", onclick: () => send({ remove: true }) }, t("pictures-delete"))));
}

function lay(element, [x1, y1, x2, y2]) {
  Object.assign(element.style, { left: `${100 * x1}%`, top: `${100 * y1}%`, width: `${100 * (x2 - x1)}%`, height: `${100 * (y2 - y1)}%` });
}

// Drag a box, its corner, or a new box on an empty spot.
function press(event) {
  const canvas = event.currentTarget;
  const area = canvas.getBoundingClientRect();
  const at = (one) => [(one.clientX - area.left) / area.width, (one.clientY - area.top) / area.height];
  const hit = event.target.closest(".box");
  const grip = event.target.closest(".corner");
  const [x0, y0] = at(event);
  const kept = JSON.stringify(dice);
  let index = hit ? Number(hit.dataset.key.slice(4)) : -1;
  const was = index >= 0 ? [...dice[index].box] : [x0, y0, x0, y0];
  let element = hit;
  let moved = false;
  if (hit) chosen = index;
  const move = (one) => {
    const [x, y] = at(one).map((share) => Math.min(1, Math.max(0, share)));
    if (!moved && Math.hypot(x - x0, y - y0) < LEAST) return;
    moved = true;
    if (index < 0) {
      index = dice.push({ face: 1, box: was }) - 1;
      chosen = index;
      element = h("div", { class: "box" });
      canvas.append(element);
    }
    dice[index].box = hit && !grip ? shifted(was, x - x0, y - y0) : sized(was, x, y);
    lay(element, dice[index].box);
  };
  const release = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", release);
    removeEventListener("pointercancel", release);
    if (moved) {
      const [x1, y1, x2, y2] = dice[index].box;
      if (x2 - x1 < LEAST || y2 - y1 < LEAST) dice = JSON.parse(kept);
      else before.push(kept);
    }
    draw();
    place.querySelector(`[data-key="box-${chosen}"]`)?.focus({ preventScroll: true });
  };
  event.preventDefault();
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
}

function shifted([x1, y1, x2, y2], dx, dy) {
  const across = Math.min(1 - x2, Math.max(-x1, dx));
  const down = Math.min(1 - y2, Math.max(-y1, dy));
  return [x1 + across, y1 + down, x2 + across, y2 + down];
}

function sized([x1, y1], x, y) {
  return [Math.min(x1, x), Math.min(y1, y), Math.max(x1, x), Math.max(y1, y)];
}

addEventListener("keydown", (event) => {
  if (!picture || event.altKey || event.target.closest?.("input, select")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") undo();
  else if (event.ctrlKey || event.metaKey) return;
  else if (/^[0-6]$/.test(event.key)) value(Number(event.key));
  else if (event.key === "Backspace") value(0);
  else if (event.key === "u") undo();
  else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    chosen = (chosen + (event.key === "ArrowRight" ? 1 : -1) + dice.length) % Math.max(1, dice.length);
    draw();
  } else if (event.key === "Enter" && !event.target.closest?.("button:not(.box), a")) save();
  else return;
  event.preventDefault();
});

load();
