// The score sheet: who has what, and every turn.

import { h, replace } from "./dom.js";
import { mark } from "./marks.js";
import { number as points, t } from "./texts.js";
import { resultWords } from "./turn_editor.js";
import { rulesTitle } from "./words.js";

// edit(player, turn) is called for a turn that is to be set right; null where that is not allowed.
export function renderSheet(container, state, edit) {
  const before = container.querySelector(".turns");
  const { scrollLeft = 0, scrollTop = 0 } = before || {};
  replace(container, standing(state), turns(state, edit), legend(state));
  const after = container.querySelector(".turns");
  if (after) Object.assign(after, { scrollLeft, scrollTop });
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
        player.retired && t("has-left"),
        player.start > 0 && t("started-with", { points: player.start }),
        !player.opened && state.rules.opening_min > 0 && !won && t("not-opened"),
        player.farkles_in_row > 1 && t("farkles-in-row", { count: player.farkles_in_row }),
      ].filter(Boolean);
      const share = Math.max(0, Math.min(100, (100 * player.total) / target));
      const meter = h("span", { class: "meter", "aria-hidden": "true" }, h("span", {}));
      meter.firstChild.style.width = `${share}%`;
      return h(
        "li",
        { class: `${now ? "now" : ""} ${won ? "won" : ""} ${player.retired ? "retired" : ""}`, "aria-current": now ? "true" : null },
        h("span", { class: "name" }, mark(player.colour), " ", player.name, now && h("span", { class: "visually-hidden" }, t("whose-turn"))),
        h("span", { class: "total", "data-player": player.id }, points(player.total)),
        notes.length > 0 && h("span", { class: "notes" }, notes.join(" · ")),
        meter,
      );
    }),
  );
}

function turns(state, edit) {
  const rounds = Math.max(0, ...state.players.flatMap((player) => player.turns.map((turn) => turn.round)));
  if (!rounds) return null;
  const wide = state.players.length > 3;
  return h(
    "div",
    { class: "turns", tabindex: wide || rounds > 6 ? "0" : null, role: "region", "aria-label": t("every-turn") },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("sheet-round"))),
        state.players.map((player) => h("th", { scope: "col" }, mark(player.colour), " ", player.name)))),
      h("tbody", {}, Array.from({ length: rounds }, (_, number) => {
        const round = rounds - number;
        return h("tr", {}, h("th", { scope: "row" }, String(round)),
          state.players.map((player) => cell(player, player.turns.find((turn) => turn.round === round), edit)));
      })),
    ),
  );
}

// Whoever joined late or was away has no turn in some rounds.
function cell(player, turn, edit) {
  if (!turn) return h("td", {}, "");
  const content = [turn.kind === "bank" ? points(turn.points) : marked(turn), turn.corrected && h("span", { class: "corrected", title: t("corrected") }, "✎", h("span", { class: "visually-hidden" }, t("corrected")))];
  if (!edit) return h("td", { class: `turn-${turn.kind}` }, content);
  return h("td", { class: `turn-${turn.kind}` }, h("button", {
    class: "turn-button", type: "button", key: `turn-${player.id}-${turn.round}`, title: t("edit-turn"),
    "aria-label": t("turn-on-sheet", { name: player.name, round: turn.round, result: resultWords(turn), corrected: turn.corrected ? "yes" : "no" }), onclick: () => edit(player, turn),
  }, content));
}

function marked(turn) {
  const words = t(`turn-${turn.kind}`);
  const value = turn.penalty ? ` −${points(Math.abs(turn.penalty))}` : "";
  return [h("span", { "aria-hidden": "true" }, `${t(`mark-${turn.kind}`)}${value}`), h("span", { class: "visually-hidden" }, `${words}${value}`)];
}

function legend(state) {
  const { rules } = state;
  const parts = [rulesTitle(rules), t("to-target", { points: rules.target })];
  if (rules.opening_min > 0) parts.push(t("to-open", { points: rules.opening_min }));
  return h("p", { class: "legend muted" }, parts.join(" · "), state.players.some((player) => player.turns.some((turn) => turn.kind === "farkle"))
    ? ` · ${t("legend-farkle")}` : "");
}
