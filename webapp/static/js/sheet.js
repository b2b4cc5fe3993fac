// The score sheet: who has what, and every turn.

import { h, replace } from "./dom.js";
import { number as points, t } from "./texts.js";
import { rulesTitle } from "./words.js";

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
        won && t("winner"),
        !player.opened && state.rules.opening_min > 0 && !won && t("not-opened"),
        player.farkles_in_row > 1 && t("farkles-in-row", { count: player.farkles_in_row }),
      ].filter(Boolean);
      const share = Math.max(0, Math.min(100, (100 * player.total) / target));
      const meter = h("span", { class: "meter", "aria-hidden": "true" }, h("span", {}));
      meter.firstChild.style.width = `${share}%`;
      return h(
        "li",
        { class: `${now ? "now" : ""} ${won ? "won" : ""}`, "aria-current": now ? "true" : null },
        h("span", { class: "name" }, player.name, now && h("span", { class: "visually-hidden" }, t("whose-turn"))),
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
    { class: "turns", tabindex: wide || rounds > 8 ? "0" : null, role: "region", "aria-label": t("every-turn") },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("sheet-round"))),
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
  if (turn.kind === "bank") return h("td", {}, points(turn.points));
  const mark = t(`mark-${turn.kind}`);
  const words = t(`turn-${turn.kind}`);
  const value = turn.penalty ? ` −${points(Math.abs(turn.penalty))}` : "";
  return h("td", { class: `turn-${turn.kind}` },
    h("span", { "aria-hidden": "true" }, `${mark}${value}`), h("span", { class: "visually-hidden" }, `${words}${value}`));
}

function legend(state) {
  const { rules } = state;
  const parts = [rulesTitle(rules), t("to-target", { points: rules.target })];
  if (rules.opening_min > 0) parts.push(t("to-open", { points: rules.opening_min }));
  return h("p", { class: "legend muted" }, parts.join(" · "), state.players.some((player) => player.turns.some((turn) => turn.kind === "farkle"))
    ? ` · ${t("legend-farkle")}` : "");
}
