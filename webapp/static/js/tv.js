// The table for a large screen: whose turn, the dice, the totals. It sends nothing.

import { h, replace } from "./dom.js";
import { row } from "./die.js";
import { Connection } from "./connection.js";
import { wordsOf } from "./offer_words.js";
import { Review } from "./picture.js";
import { showStatus } from "./status.js";
import { listed, number, t } from "./texts.js";
import { rulesTitle } from "./words.js";

const data = JSON.parse(document.getElementById("table-data").textContent);
const turn = document.getElementById("tv-turn");
const standing = document.getElementById("tv-standing");

const sign = document.getElementById("collecting");
let now = data.state;
let read = null;

function render(state) {
  now = state;
  sign.hidden = !state.collects;
  replace(turn, head(state), read?.element, read ? null : dice(state));
  read?.draw();
  replace(standing, totals(state));
}

function head(state) {
  const won = state.winners.map((id) => state.players.find((player) => player.id === id).name);
  if (state.phase === "finished") {
    return h("div", {}, h("p", { class: "tv-eyebrow" }, t("game-over")),
      h("h2", {}, won.length === 1 ? t("wins", { name: won[0] }) : t("share-the-win", { names: listed(won) })));
  }
  return h("div", {},
    h("p", { class: "tv-eyebrow" }, `${rulesTitle(state.rules)} · ${t("round", { round: state.round })}`),
    h("h2", {}, t("turn-of", { name: state.players[state.current].name })),
    h("p", { class: "tv-points" }, number(state.turn_points), h("span", {}, ` ${t("this-turn")}`)));
}

function dice(state) {
  const parts = [];
  if (state.roll) parts.push(row(state.roll, { kind: "large", label: t("this-roll"), numerals: true }));
  else if (state.dice_in_hand) parts.push(h("p", { class: "tv-ask" }, t("roll-dice", { count: state.dice_in_hand })));
  const best = state.phase === "rolled" && state.options[0];
  if (best) parts.push(h("div", { class: "tv-best" }, row(best.dice, { label: t("set-aside") }), h("p", { class: "tv-ask" }, number(best.points))));
  if (state.phase === "farkled") parts.push(h("p", { class: "tv-ask" }, t("farkle")));
  if (state.set_aside.length) parts.push(h("div", { class: "tv-aside" }, h("span", {}, t("set-aside-label")), state.set_aside.map((group) => row(group, { label: t("set-aside-label") }))));
  return h("div", {}, parts);
}

function totals(state) {
  const target = state.rules.target;
  const playing = state.players.filter((player) => !player.retired);
  const list = h("ol", {}, playing.map((player) => {
    const now = state.phase !== "finished" && state.players[state.current] === player;
    const won = state.winners.includes(player.id);
    const last = player.turns.at(-1);
    const meter = h("span", { class: "tv-meter", "aria-hidden": "true" }, h("span", {}));
    meter.firstChild.style.width = `${Math.max(0, Math.min(100, (100 * player.total) / target))}%`;
    return h("li", { class: now ? "now" : null, "aria-current": now ? "true" : null },
      h("span", { class: "tv-name" }, won ? `★ ${player.name}` : now ? `▶ ${player.name}` : player.name,
        now && h("span", { class: "visually-hidden" }, ` ${t("tv-to-play")}`)),
      h("span", { class: "tv-last" }, last ? (last.kind === "bank" ? `+${number(last.points)}` : t(`turn-${last.kind}`)) : ""),
      h("span", { class: "tv-total" }, number(player.total)), meter);
  }));
  list.style.setProperty("--rows", playing.length);
  return list;
}

// The roll that a camera has read, and whoever plays is about to confirm.
function take(offer) {
  if (!offer && !read) return;
  const reading = offer && { ...offer, words: wordsOf(offer, true) };
  if (reading && read?.reading.id === reading.id) read.update(reading);
  else {
    read?.close();
    read = reading && new Review(pictureOf(reading), reading, { live: true, watched: true });
  }
  render(now);
}

function pictureOf({ id, width, height }) {
  const image = new Image(width, height);
  image.src = `/api/tables/${data.id}/offers/${id}.jpg`;
  image.addEventListener("load", () => read?.draw());
  return image;
}

render(data.state);
new Connection(data.id, data.seq, { onState: (_seq, state) => render(state), onStatus: showStatus, onOffer: take });
