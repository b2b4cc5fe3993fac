// The score sheet: who has what, and every turn.

import { h, points, replace } from "./dom.js";

const KINDS = { farkle: "F", zero: "0", penalty: "P" };

export function renderSheet(container, state) {
  replace(container, standing(state), turns(state), legend(state));
}

function standing(state) {
  const target = state.rules.target;
  const playing = state.phase !== "finished";
  return h(
    "ol",
    { class: "standing" },
    state.players.map((player, index) => {
      const now = playing && index === state.current;
      const won = state.winners.includes(player.id);
      const notes = [
        won && "Winner",
        !player.opened && state.rules.opening_min > 0 && !won && "Not opened",
        player.farkles_in_row > 1 && `${player.farkles_in_row} farkles in a row`,
      ].filter(Boolean);
      const share = Math.max(0, Math.min(100, (100 * player.total) / target));
      const meter = h("span", { class: "meter", "aria-hidden": "true" }, h("span", {}));
      meter.firstChild.style.width = `${share}%`;
      return h(
        "li",
        { class: `${now ? "now" : ""} ${won ? "won" : ""}`, "aria-current": now ? "true" : null },
        h("span", { class: "name" }, player.name, now && h("span", { class: "visually-hidden" }, ", whose turn it is")),
        h("span", { class: "total", "data-player": player.id }, points(player.total)),
        notes.length > 0 && h("span", { class: "notes" }, notes.join(" · ")),
        meter,
      );
    }),
  );
}

function turns(state) {
  const rounds = Math.max(0, ...state.players.map((player) => player.turns.length));
  if (!rounds) return null;
  const wide = state.players.length > 3;
  return h(
    "div",
    { class: "turns", tabindex: wide || rounds > 8 ? "0" : null, role: "region", "aria-label": "Every turn" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "Round")),
        state.players.map((player) => h("th", { scope: "col" }, player.name)))),
      h("tbody", {}, Array.from({ length: rounds }, (_, number) => {
        const round = rounds - 1 - number;
        return h("tr", {}, h("th", { scope: "row" }, String(round + 1)),
          state.players.map((player) => cell(player.turns[round])));
      })),
    ),
  );
}

function cell(turn) {
  if (!turn) return h("td", {}, "");
  const mark = KINDS[turn.kind];
  const words = { farkle: "farkle", zero: "no score", penalty: "penalty" }[turn.kind];
  if (!mark) return h("td", {}, points(turn.points));
  const value = turn.penalty ? ` −${points(Math.abs(turn.penalty))}` : "";
  return h("td", { class: `turn-${turn.kind}` },
    h("span", { "aria-hidden": "true" }, `${mark}${value}`), h("span", { class: "visually-hidden" }, `${words}${value}`));
}

function legend(state) {
  const { rules } = state;
  const parts = [`${rules.title}`, `to ${points(rules.target)}`];
  if (rules.opening_min > 0) parts.push(`${points(rules.opening_min)} to open`);
  return h("p", { class: "legend muted" }, parts.join(" · "), state.players.some((player) => player.turns.some((turn) => turn.kind === "farkle"))
    ? " · F is a farkle" : "");
}
