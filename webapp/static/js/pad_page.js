// The pad of another game: cells that are written as one types, the same on every screen.

import { announce, h, replace } from "./dom.js";
import { Connection } from "./connection.js";
import { invite } from "./invite.js";
import { Outbox } from "./outbox.js";
import { showStatus } from "./status.js";
import { listed, number, t } from "./texts.js";

const data = JSON.parse(document.getElementById("pad-data").textContent);
const place = document.getElementById("pad-sheet");
let state = data.state;
let shape = null;
let cells = new Map();
let focused = null;
let shownPeople = null;

let outbox = null;
const connection = new Connection(data.id, data.seq, { onState: take, onStatus: (status) => { showStatus(status, outbox?.size); if (status === "live") outbox?.adopt(); } }, "/api/pads");
outbox = new Outbox(connection, data.id, { refused, changed: () => { if (outbox) showStatus(connection.current, outbox.size); } });

function take(_seq, next) {
  const before = state;
  state = next;
  render();
  announce(news(before, next));
}

function news(before, next) {
  if (next.winners.length && !before.winners.length) return t("pad-news-end", { names: listed(names(next, next.winners)) });
  for (const player of next.players) {
    const old = before.players.find((one) => one.id === player.id);
    const round = player.points.findIndex((points, at) => points !== (old?.points[at] ?? null));
    if (old && round >= 0 && player.points[round] !== null) {
      return t("pad-news", { name: player.name, points: player.points[round], round: round + 1, total: player.total });
    }
  }
  return "";
}

function names(pad, ids) {
  return ids.map((id) => pad.players.find((player) => player.id === id).name);
}

// The table is built anew only when columns change, so that nothing moves under a finger.
function render() {
  const now = JSON.stringify(state.players.map((player) => player.id));
  if (now !== shape) build();
  shape = now;
  rows();
  const best = leaders();
  for (const player of state.players) {
    const head = place.querySelector(`[data-column="${player.id}"]`);
    head.querySelector(".pad-name").textContent = player.name;
    head.querySelector(".pad-total").textContent = number(player.total);
    head.querySelector(".pad-note").textContent = note(player, best);
    player.points.forEach((points, round) => show(cells.get(`${player.id} ${round}`), points));
  }
  document.getElementById("pad-title").textContent = state.title;
  document.getElementById("pad-rules").textContent = rules();
  document.getElementById("pad-undo").disabled = !state.can.undo;
  document.getElementById("pad-redo").disabled = !state.can.redo;
  end();
  people();
}

function build() {
  const key = focused && `${focused.dataset.player} ${focused.dataset.round}`;
  cells = new Map();
  replace(place, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("pad-round"))),
      state.players.map((player) => h("th", { scope: "col", "data-column": player.id },
        h("span", { class: "pad-name" }), h("span", { class: "pad-total" }), h("span", { class: "pad-note" }))))),
    h("tbody", {})));
  rows();
  if (key && cells.has(key)) cells.get(key).focus();
}

function rows() {
  const body = place.querySelector("tbody");
  while (body.children.length > state.shown) body.lastElementChild.remove();
  while (body.children.length < state.shown) {
    const round = body.children.length;
    body.append(h("tr", {}, h("th", { scope: "row" }, number(round + 1)), state.players.map((player) => h("td", {}, cell(player, round)))));
  }
}

function cell(player, round) {
  const input = h("input", {
    class: "pad-cell", type: "text", inputmode: "numeric", autocomplete: "off", enterkeyhint: "next", maxlength: "9",
    "data-player": player.id, "data-round": round, "data-was": "", "aria-label": t("pad-points-of", { name: player.name, round: round + 1 }),
    onfocus: () => { focused = input; input.select(); },
    onchange: () => write(input),
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); next(input); } },
  });
  cells.set(`${player.id} ${round}`, input);
  return input;
}

function show(input, points) {
  const text = points === null ? "" : String(points);
  const typing = input === document.activeElement && input.value !== input.dataset.was;
  if (!typing && !input.dataset.waiting) {
    if (input.value !== text) input.value = text;
    input.removeAttribute("aria-invalid");
  }
  if (!typing) input.dataset.was = text;
}

async function write(input) {
  const text = input.value.trim().replace("\u2212", "-");
  const was = input.dataset.was || "";
  if (text === was) return;
  if (text !== "" && !/^[+-]?\d{1,7}$/.test(text)) {
    input.setAttribute("aria-invalid", "true");
    showStatus(null, 0, t("pad-wrong"));
    return;
  }
  input.removeAttribute("aria-invalid");
  input.dataset.waiting = "yes";
  const ok = await command({
    type: "points", player: input.dataset.player, round: Number(input.dataset.round),
    points: text === "" ? null : Number(text), was: was === "" ? null : Number(was),
  });
  delete input.dataset.waiting;
  if (!ok) input.dataset.was = was;
  render();
}

function command(body) {
  return outbox.send(body);
}

function refused(answer, lost) {
  const words = answer.status === 409 ? t("stale-tap") : answer.data.error?.words || t("unreadable-answer");
  showStatus(null, 0, lost > 1 ? t("taps-lost", { words, count: lost }) : words);
}

// From column to column, then to the next round.
function next(input) {
  const order = [...cells.values()].filter((one) => one.isConnected && !state.players.find((player) => player.id === one.dataset.player)?.left);
  const after = order[order.indexOf(input) + 1];
  input.blur();
  if (after) after.focus();
  else setTimeout(() => { const open = order.length; [...cells.values()].filter((one) => one.isConnected)[open]?.focus(); }, 250);
}

function leaders() {
  const playing = state.players.filter((player) => !player.left && player.points.some((points) => points !== null));
  if (!playing.length) return [];
  const totals = playing.map((player) => player.total);
  const best = state.goal === "high" ? Math.max(...totals) : Math.min(...totals);
  return playing.filter((player) => player.total === best).map((player) => player.id);
}

function note(player, best) {
  if (player.left) return t("pad-left");
  if (state.winners.includes(player.id)) return `★ ${t("pad-won")}`;
  if (state.winners.length || !best.includes(player.id)) return "";
  return `▲ ${best.length > 1 ? t("pad-lead-shared") : t("pad-leads")}`;
}

function rules() {
  const parts = [state.goal === "high" ? t("pad-wins-high") : t("pad-wins-low")];
  if (state.target) parts.push(t("pad-ends-at", { points: state.target }));
  if (state.rounds) parts.push(t("pad-ends-after", { count: state.rounds }));
  return parts.join(" · ");
}

function end() {
  const line = document.getElementById("pad-end");
  if (!state.winners.length) { line.replaceChildren(); return; }
  const again = new URLSearchParams(state.players.filter((player) => !player.left).map((player) => ["player", player.name]));
  const won = names(state, state.winners);
  line.replaceChildren(
    won.length === 1 ? t("wins", { name: won[0] }) : t("share-the-win", { names: listed(won) }), " ",
    h("a", { class: "button small", href: `/pads/new?${again}` }, t("pad-again")));
}

function people() {
  // Only when something is different: a name that is being typed must not vanish.
  const now = JSON.stringify(state.players.map(({ id, name, left }) => [id, name, left]));
  if (now === shownPeople) return;
  shownPeople = now;
  replace(document.getElementById("pad-people"), state.players.map((player) => h("li", {},
    h("input", { key: `name-${player.id}`, value: player.name, maxlength: "40", autocomplete: "off", "aria-label": t("pad-player-name") }),
    h("button", {
      class: "button small", type: "button", key: `rename-${player.id}`,
      onclick: (event) => command({ type: "rename", player: player.id, name: event.target.parentElement.querySelector("input").value }),
    }, t("pad-rename")),
    h("button", {
      class: "button small", type: "button", key: `leave-${player.id}`,
      onclick: () => command({ type: player.left ? "come_back" : "leave", player: player.id }),
    }, player.left ? t("pad-come-back") : t("pad-leave")))));
}

function onForm(id, make) {
  document.getElementById(id).addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = event.target.querySelector("input");
    if (await command(make(input.value)) && id === "pad-add") input.value = "";
  });
}

onForm("pad-add", (name) => ({ type: "add", name }));
onForm("pad-retitle", (title) => ({ type: "retitle", title }));
document.getElementById("pad-undo").addEventListener("click", () => command({ type: "undo" }));
document.getElementById("pad-redo").addEventListener("click", () => command({ type: "redo" }));
document.getElementById("pad-next").addEventListener("click", () => next(focused || [...cells.values()].at(-1)));
document.getElementById("pad-sign").addEventListener("click", () => {
  if (!focused?.isConnected) return;
  focused.value = focused.value.startsWith("-") ? focused.value.slice(1) : `-${focused.value}`;
  focused.focus();
  if (focused.value !== "-") write(focused);
});
// The keyboard stays open while these are tapped.
for (const id of ["pad-sign", "pad-next"]) document.getElementById(id).addEventListener("pointerdown", (event) => event.preventDefault());

invite();
render();
