// The table page: keeps state and screen together.

import { announce, h, randomKey, replace } from "./dom.js";
import { Advice } from "./advice.js";
import { Camera } from "./camera.js";
import { Chooser } from "./chooser.js";
import { Collecting } from "./collecting.js";
import { Connection } from "./connection.js";
import { History } from "./history.js";
import { Hosting } from "./hosting.js";
import { typed } from "./keypad.js";
import { Live } from "./live.js";
import { Menu } from "./menu.js";
import { Offers } from "./offers.js";
import { Outbox } from "./outbox.js";
import { Players } from "./players.js";
import { showStatus } from "./status.js";
import { add } from "./pad.js";
import { RulesDialog } from "./rules_dialog.js";
import { renderSheet } from "./sheet.js";
import { recall, remember } from "./remembered.js";
import { renderHead, renderTurn } from "./turn.js";
import { TurnEditor } from "./turn_editor.js";
import { invite } from "./invite.js";
import { t } from "./texts.js";

const data = JSON.parse(document.getElementById("table-data").textContent);
const address = `/api/tables/${data.id}`;
const stage = document.getElementById("stage");
const sheetBody = document.getElementById("sheet-body");
const POINTS_ONLY = "dicesight-points-only";
const FRESH_MS = 350;
let outbox = null;
let fresh = null;

const page = {
  state: data.state,
  me: data.me,
  ui: { entered: [], editing: false, allOptions: false, review: null, reading: null, fault: null, readerNote: null, digits: "", rollOff: {}, beginning: false, offer: null, pointsOnly: recall(POINTS_ONLY) === "on" },
  act: {},
  mayWrite,
};
let shown = JSON.stringify(data.state);
// The turn and the advice on it: apart, so that advice that comes later moves no button, and the
// camera's picture, which lives on while the turn is drawn anew.
const [headPlace, livePlace, turnPlace, advicePlace] = ["head-place", "live-place", "turn-place", "advice-place"].map((name) => h("div", { class: name }));
stage.append(headPlace, livePlace, turnPlace, advicePlace);

function mayWrite() {
  const { state, me } = page;
  if (me.role === "spectator") return false;
  return !state.locked || me.runs_table || me.player === state.players[state.current].id;
}

function render() {
  stage.toggleAttribute("data-busy", outbox.size > 0);
  stage.toggleAttribute("data-live", live.on);
  replace(headPlace, renderHead(page));
  replace(turnPlace, renderTurn(page));
  live.renderChips();
  advice.mark(connection.seq, stage);
}

function renderAdvice() {
  replace(advicePlace, advice.panel(connection.seq, page.state));
  live.renderChips();
  advice.mark(connection.seq, stage);
}

function renderAll() {
  renderSheet(sheetBody, page.state, mayWrite() ? (player, turn) => editor.edit(player, turn) : null);
  render();
  renderAdvice();
  menu.update();
  collecting.update();
  players.update(page.state);
  editor.update(page.state);
}

// Whose turn it is: seats may be put into another order meanwhile.
function playing(state) {
  return state.players[state.current].id;
}

function turnKey(state) {
  const turns = state.players.reduce((sum, player) => sum + player.turns.length, 0);
  return [state.phase, playing(state), turns, state.dice_in_hand, state.set_aside.length].join();
}

function takeState(seq, state) {
  // What is shown already is not drawn anew: it comes as the answer and on the stream.
  const text = JSON.stringify(state);
  if (text === shown) return;
  shown = text;
  const before = page.state;
  page.state = state;
  if (turnKey(before) !== turnKey(state)) {
    const { ui } = page;
    if (ui.review && !outbox.size) announce(t("rolled-elsewhere"));
    camera.closeReview();
    Object.assign(ui, { entered: [], editing: false, allOptions: false, fault: null, digits: "", rollOff: {} });
  } else if (String(before.roll) !== String(state.roll)) {
    camera.closeReview();
    Object.assign(page.ui, { entered: [], editing: false, allOptions: false });
  }
  if (playing(before) !== playing(state) || before.round !== state.round) beFresh();
  if (String(before.roll_off) !== String(state.roll_off)) page.ui.rollOff = {};
  if (before.host !== state.host) hosting.ask();
  announce(news(before, state));
  renderAll();
  advice.ask(seq, state);
  if (before.phase !== state.phase || playing(before) !== playing(state)) toTop();
}

// The second half of a double tap must not end the turn of whoever is next.
function beFresh() {
  page.ui.fresh = true;
  clearTimeout(fresh);
  fresh = setTimeout(() => {
    page.ui.fresh = false;
    for (const button of stage.querySelectorAll("[data-fresh]")) button.disabled = false;
  }, FRESH_MS);
}

function news(before, state) {
  if (state.phase === "finished") return before.phase === "finished" ? "" : t("game-over");
  if (state.paused !== before.paused) return state.paused ? t("paused-title") : t("resumed");
  const player = state.players[state.current].name;
  const last = before.players[before.current];
  const now = state.players.find((one) => one.id === last.id);
  if (now && (last.id !== state.players[state.current].id || before.phase === "finished")) {
    return t("news-next", { name: now.name, points: now.total, next: player });
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

let refusal = null;

function refused(answer, lost) {
  refusal = answer.status === 409 ? t("stale-tap") : answer.data.error?.words || t("unreadable-answer");
  if (page.state.phase === "to_roll") page.ui.entered = [];
  showStatus(null, 0, lost > 1 ? t("taps-lost", { words: refusal, count: lost }) : refusal);
  render();
}

const command = (body) => outbox.send(body);

// For dialogs: null when it counted, else the words that say why not.
async function asked(body) {
  refusal = null;
  return await outbox.send(body) ? null : refusal || "";
}

const editor = new TurnEditor(asked);
const players = new Players(asked);
const rules = new RulesDialog(data.rule_choices, asked);
const history = new History(address, () => page.state.players);
const advice = new Advice(address, renderAdvice);
const menu = new Menu(page, advice);
const connection = new Connection(data.id, data.seq, { onState: takeState, onStatus: (status) => { showStatus(status, outbox?.size); if (status === "live") outbox?.adopt(); }, onOffer: (offer) => offers.take(offer) });
const hosting = new Hosting(connection, () => page.state.players, meNow);
const chooser = new Chooser(document.getElementById("chooser"));
const camera = new Camera(page, {
  stage, connection, render,
  chooser,
  roll: (dice) => command({ type: "roll", dice, source: "photo" }),
  accepted: (photograph, dice) => collecting.offer(photograph, dice),
  moment: () => turnKey(page.state),
  say: (words) => showStatus(null, 0, words),
  busy: () => outbox.size > 0,
});
const live = page.live = new Live(page, { connection, place: livePlace, tableId: data.id, changed: render, best: () => advice.best(connection.seq) });
const offers = new Offers(page, {
  connection, chooser, live, render,
  roll: (dice, before) => { for (const move of before) command(move); return command({ type: "roll", dice, source: "photo" }); },
  accepted: (photograph, dice) => collecting.offer(photograph, dice),
  close: () => camera.closeReview(),
});
const collecting = new Collecting(page, connection, (on) => asked({ type: "set_table", collects: on }));
outbox = new Outbox(connection, data.id, { refused, changed: () => { stage.toggleAttribute("data-busy", outbox?.size > 0); if (outbox) showStatus(connection.current, outbox.size); } });

Object.assign(page.act, {
  setAside: (dice) => command({ type: "set_aside", dice }),
  takeBack: () => command({ type: "take_back" }),
  rollAgain: () => command({ type: "roll_again" }),
  bank: () => command({ type: "bank" }),
  farkle: () => command({ type: "farkle" }),
  takeOver: () => command({ type: "take_over" }),
  begin: (player) => command({ type: "first_player", player }),
  offFace: (player, value) => { page.ui.rollOff = { ...page.ui.rollOff, [player]: value }; render(); },
  rollOff: () => command({ type: "roll_off", faces: page.ui.rollOff }),
  undo: () => command({ type: "undo" }),
  redo: () => command({ type: "redo" }),
  pause: () => command({ type: "pause" }),
  resume: () => command({ type: "resume" }),
  setTable: (settings) => command({ type: "set_table", ...settings }),
  players: () => players.open(page.state),
  rules: () => rules.open(page.state),
  collecting: () => collecting.open(),
  history: () => history.open(),
  hosting: () => hosting.open(),
  showAll: () => { page.ui.allOptions = true; render(); },
  pointsOnly: (on) => {
    Object.assign(page.ui, { pointsOnly: on, digits: "", entered: [] });
    remember(POINTS_ONLY, on ? "on" : null);
    renderAll();
    toTop();
  },
  digits: (digits) => { page.ui.digits = digits; page.ui.fault = null; render(); },
  tell: async (outcome) => {
    const points = outcome === "bank" ? Number(page.ui.digits) : 0;
    const fault = await asked({ type: "enter_turn", outcome, points });
    if (fault) { page.ui.fault = fault; render(); }
  },
  adviceHere: (on) => { advice.wanted = on; advice.ask(connection.seq, page.state); renderAll(); },
  enter: (faces) => {
    page.ui.entered = faces;
    page.ui.fault = null;
    render();
    if (!page.ui.editing && faces.length === page.state.dice_in_hand) roll(faces);
  },
  correct: () => { page.ui.editing = true; page.ui.entered = [...page.state.roll]; render(); },
  stopCorrecting: () => { page.ui.editing = false; page.ui.entered = []; render(); },
  confirmCorrection: () => {
    const faces = page.ui.entered;
    page.ui.editing = false;
    page.ui.entered = [];
    if (String([...faces].sort()) === String([...page.state.roll].sort())) render();
    else roll(faces);
  },
  camera: () => camera.camera.click(),
  live: () => { live.open(); toTop(); },
  file: () => camera.file.click(),
  rematch: async () => {
    const answer = await connection.post("rematch", JSON.stringify({ id: randomKey() }), "application/json", 8000);
    if (answer?.ok) location.assign(answer.data.page);
    else showStatus(null, 0, answer?.data.error.words || t("unreadable-answer"));
  },
});
if (!data.id.startsWith("watch-")) {
  page.act.takeSeat = async (value) => {
    const wanted = value === "watch" ? { role: "spectator" } : { player: value || null, ...(page.me.role === "spectator" && { role: "player" }) };
    const answer = await connection.post("me", JSON.stringify(wanted), "application/json", 8000);
    if (!answer?.ok) showStatus(null, 0, answer?.data.error.words || t("unreadable-answer"));
    meNow(answer?.ok ? answer.data : page.me);
  };
}

function meNow(me) {
  page.me = me;
  if (offers.told) offers.take(offers.told);
  renderAll();
  if (menu.dialog.open) menu.draw();
}

function roll(dice) {
  return command({ type: "roll", dice, source: "hand" });
}

// Figures enter dice or points wherever the keyboard is, as long as nothing else wants them.
addEventListener("keydown", (event) => {
  const { ui, state } = page;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, dialog")) return;
  if (!mayWrite() || state.paused || ui.review || ui.reading || (state.phase !== "to_roll" && !ui.editing)) return;
  if (ui.pointsOnly && !ui.editing && !state.set_aside.length) { typed(event, ui.digits, page.act.digits); return; }
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
renderAll();
live.resume();
advice.ask(connection.seq, page.state);
askReader();
