// The table page: keeps state and screen together.

import { announce, replace } from "./dom.js";
import { Chooser } from "./chooser.js";
import { Connection } from "./connection.js";
import { showStatus } from "./status.js";
import { add } from "./pad.js";
import { open, pictureOf, release, shrink } from "./photo.js";
import { Review } from "./picture.js";
import { renderSheet } from "./sheet.js";
import { renderTurn } from "./turn.js";
import { invite } from "./invite.js";
import { t } from "./texts.js";

const data = JSON.parse(document.getElementById("table-data").textContent);
const stage = document.getElementById("stage");
const sheetBody = document.getElementById("sheet-body");
const chooser = new Chooser(document.getElementById("chooser"));

const page = {
  state: data.state,
  ui: { entered: [], editing: false, allOptions: false, review: null, reading: null, fault: null, readerNote: null },
  act: {},
};
let busy = false;

function render() {
  stage.toggleAttribute("data-busy", busy);
  replace(stage, renderTurn(page));
}

function turnKey(state) {
  const turns = state.players.reduce((sum, player) => sum + player.turns.length, 0);
  return [state.phase, state.current, turns, state.dice_in_hand, state.set_aside.length].join();
}

function takeState(seq, state) {
  const before = page.state;
  page.state = state;
  if (turnKey(before) !== turnKey(state)) {
    const { ui } = page;
    if (ui.review && !busy) announce(t("rolled-elsewhere"));
    closeReview();
    Object.assign(ui, { entered: [], editing: false, allOptions: false, fault: null });
  } else if (String(before.roll) !== String(state.roll)) {
    closeReview();
    Object.assign(page.ui, { entered: [], editing: false, allOptions: false });
  }
  announce(news(before, state));
  renderSheet(sheetBody, state);
  render();
  if (before.phase !== state.phase || before.current !== state.current) toTop();
}

function news(before, state) {
  if (state.phase === "finished") return before.phase === "finished" ? "" : t("game-over");
  const player = state.players[state.current].name;
  if (before.current !== state.current || before.phase === "finished") {
    const last = before.players[before.current];
    const now = state.players[before.current];
    return t("news-next", { name: last.name, points: now.total, next: player });
  }
  if (state.phase === "rolled" && String(before.roll) !== String(state.roll)) {
    const best = state.options[0];
    const dice = state.roll.join(" ");
    return best ? t("news-rolled-best", { dice, points: best.points }) : t("news-rolled", { dice });
  }
  if (state.phase === "kept" && before.phase !== "kept") return t("news-kept", { points: state.turn_points });
  if (state.phase === "farkled" && before.phase !== "farkled") return t("news-farkled", { dice: state.roll.join(" ") });
  return "";
}

function toTop() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (scrollY > stage.offsetTop) scrollTo({ top: 0, behavior: calm ? "auto" : "smooth" });
}

const connection = new Connection(data.id, data.seq, { onState: takeState, onStatus: showStatus });

async function command(body) {
  if (busy) return false;
  busy = true;
  stage.toggleAttribute("data-busy", true);
  const answer = await connection.send(body);
  busy = false;
  if (!answer.ok) fail(answer);
  render();
  return answer.ok;
}

function fail(answer) {
  const words = answer.status === 409
    ? t("stale-tap")
    : answer.data.error?.words || t("unreadable-answer");
  if (page.state.phase === "to_roll") page.ui.entered = [];
  showStatus(null, 0, words);
}

Object.assign(page.act, {
  setAside: (dice) => command({ type: "set_aside", dice }),
  takeBack: () => command({ type: "take_back" }),
  rollAgain: () => command({ type: "roll_again" }),
  bank: () => command({ type: "bank" }),
  farkle: () => command({ type: "farkle" }),
  takeOver: () => command({ type: "take_over" }),
  begin: (player) => command({ type: "first_player", player }),
  undo: () => command({ type: "undo" }),
  redo: () => command({ type: "redo" }),
  showAll: () => { page.ui.allOptions = true; render(); },
  enter: (faces) => {
    if (busy) return;
    page.ui.entered = faces;
    page.ui.fault = null;
    render();
    if (!page.ui.editing && faces.length === page.state.dice_in_hand) roll(faces, "hand");
  },
  correct: () => { page.ui.editing = true; page.ui.entered = [...page.state.roll]; render(); },
  stopCorrecting: () => { page.ui.editing = false; page.ui.entered = []; render(); },
  confirmCorrection: () => {
    const faces = page.ui.entered;
    page.ui.editing = false;
    page.ui.entered = [];
    if (String([...faces].sort()) === String([...page.state.roll].sort())) render();
    else roll(faces, "hand");
  },
  camera: () => cameraInput.click(),
  file: () => fileInput.click(),
});

function roll(dice, source) {
  return command({ type: "roll", dice, source });
}

function closeReview() {
  const { ui } = page;
  if (ui.review) { ui.review.close(); release(ui.review.image); }
  ui.review = null;
}

// Only one photograph at a time: a later one replaces an earlier one that is still being read.
let latest = 0;

async function photograph(file) {
  if (!file || busy || !page.state.can.roll) return;
  latest += 1;
  const mine = latest;
  const turn = turnKey(page.state);
  closeReview();
  const { ui } = page;
  Object.assign(ui, { fault: null, entered: [], reading: { image: null } });
  render();
  announce(t("reading-announced"));
  const image = await open(file);
  if (mine !== latest) return;
  ui.reading = { image };
  render();
  const body = await shrink(file, image);
  const answer = await connection.post("photographs", body, body.type || "application/octet-stream", 60000);
  if (mine !== latest) return;
  ui.reading = null;
  if (!answer) ui.fault = t("photograph-lost");
  else if (!answer.ok) ui.fault = answer.data.error.words;
  else if (turnKey(page.state) !== turn || answer.data.dice_in_hand !== page.state.dice_in_hand) ui.fault = t("photograph-late");
  else review(image, answer.data);
  render();
  if (ui.fault && page.state.phase !== "to_roll") showStatus(null, 0, ui.fault);
}

function review(image, reading) {
  announce(reading.words);
  page.ui.review = new Review(image, reading, {
    chooser,
    onUse: async (dice) => {
      if (await roll(dice, "photo")) {
        closeReview();
        page.ui.editing = false;
        render();
      }
    },
    onAgain: () => cameraInput.click(),
    onCancel: () => { closeReview(); render(); },
  });
}

function input(capture) {
  const element = document.createElement("input");
  element.type = "file";
  element.accept = "image/*";
  if (capture) element.setAttribute("capture", "environment");
  element.id = capture ? "camera-input" : "file-input";
  element.hidden = true;
  element.addEventListener("change", () => { photograph(element.files[0]); element.value = ""; });
  document.body.append(element);
  return element;
}

const cameraInput = input(true);
const fileInput = input(false);

addEventListener("dragover", (event) => { event.preventDefault(); stage.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) stage.classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  stage.classList.remove("dropping");
  photograph(pictureOf(event.dataTransfer));
});
addEventListener("paste", (event) => { if (!event.target.closest?.("input")) photograph(pictureOf(event.clipboardData)); });

// Figures enter dice wherever the keyboard is, as long as nothing else wants them.
addEventListener("keydown", (event) => {
  const { ui, state } = page;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, dialog")) return;
  if (ui.review || ui.reading || (state.phase !== "to_roll" && !ui.editing)) return;
  const wanted = ui.editing && state.roll ? state.roll.length : state.dice_in_hand;
  if (/^[1-6]$/.test(event.key)) add(ui.entered, wanted, Number(event.key), page.act.enter);
  else if (event.key === "Backspace") page.act.enter(ui.entered.slice(0, -1));
});

async function askReader() {
  try {
    const { reader } = await (await fetch("/api/health")).json();
    page.ui.readerNote = reader.state === "unavailable" ? reader.words : null;
    if (reader.state === "loading") setTimeout(askReader, 2000);
    if (page.ui.readerNote && page.state.phase === "to_roll") render();
  } catch {
    setTimeout(askReader, 5000);
  }
}

invite();
renderSheet(sheetBody, page.state);
render();
askReader();
