// The turn: what to do now, drawn from the state. It decides nothing.

import { dice, h, points } from "./dom.js";
import { row } from "./die.js";
import { pad } from "./pad.js";

const SHOWN_OPTIONS = 5;

// page: {state, ui, act}. ui is what only this screen knows; act are the things one can do.
export function renderTurn(page) {
  const { state } = page;
  return [head(page), h("div", { class: `phase phase-${state.phase}` }, body(page))];
}

function body(page) {
  const { state, ui } = page;
  if (ui.review) return ui.review.element;
  if (ui.reading) return waiting(ui.reading);
  if (ui.editing) return correcting(page);
  return { to_roll: toRoll, rolled, kept, farkled, finished }[state.phase](page);
}

function head({ state, act }) {
  const player = state.players[state.current];
  const over = state.phase === "finished";
  const toBeat = Math.max(...state.players.filter((other) => other !== player).map((other) => other.total));
  const final = `Final round · ${points(toBeat)} to beat`;
  const eyebrow = over ? "The game is over" : state.final_round ? final : `Round ${state.round}`;
  return h("header", { class: "turn-head" },
    h("p", { class: "eyebrow" }, eyebrow),
    h("div", { class: "history" },
      h("button", { class: "link-button", type: "button", key: "undo", disabled: !state.can.undo, onclick: act.undo }, "Undo"),
      h("button", { class: "link-button", type: "button", key: "redo", disabled: !state.can.redo, onclick: act.redo }, "Redo")),
    h("h1", { id: "turn-title" }, over ? winners(state) : `${player.name}’s turn`),
    !over && h("p", { class: "turn-points" },
      h("span", { class: "big-number" }, points(state.turn_points)), h("span", { class: "muted" }, " this turn")),
    state.set_aside.length > 0 && h("div", { class: "aside" },
      h("span", { class: "aside-label" }, "Set aside"),
      state.set_aside.map((group) => row(group, { kind: "mini", label: "Set aside" }))),
  );
}

function winners(state) {
  const names = state.winners.map((id) => state.players.find((player) => player.id === id).name);
  if (!names.length) return "Finished";
  if (names.length === 1) return `${names[0]} wins`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win`;
}

function toRoll({ state, ui, act }) {
  const bankable = state.can.bank;
  const left = state.left_over;
  return [
    h("h2", { class: "ask-line" }, `Roll ${dice(state.dice_in_hand)}`),
    left && h("p", {}, h("button", { class: "button wide", type: "button", key: "take-over", onclick: act.takeOver },
      `Take over ${dice(left.dice)}${left.points ? ` and ${points(left.points)} points` : ""}`)),
    h("div", { class: "photo-entry" },
      h("button", { class: "button primary wide camera", type: "button", key: "camera", "data-first": true, onclick: act.camera }, icon(), "Send a photograph"),
      h("button", { class: "button wide files", type: "button", key: "file", onclick: act.file }, "Choose a picture"),
      ui.readerNote && h("p", { class: "note" }, ui.readerNote),
      ui.fault && h("p", { class: "fault", role: "alert" }, ui.fault)),
    h("p", { class: "or" }, h("span", {}, "or tap each die")),
    pad(ui.entered, state.dice_in_hand, act.enter),
    h("p", { class: "row apart" },
      state.can.farkle && h("button", { class: "link-button", type: "button", key: "farkle", onclick: act.farkle }, "Nothing scored: farkle"),
      bankable && h("button", { class: "button bank", type: "button", key: "bank", onclick: act.bank }, `Bank ${points(state.turn_points)}`)),
    isNew(state) && first(state, act),
  ];
}

function isNew(state) {
  return state.players.length > 1 && !state.set_aside.length && state.players.every((player) => !player.turns.length);
}

function first(state, act) {
  const highest = state.rules.first_player === "highest_die";
  return h("details", { class: "first" },
    h("summary", {}, "Somebody else begins?"),
    highest && h("p", { class: "muted" }, "Everyone rolls one die; the highest begins. Tie: those roll again."),
    h("div", { class: "row", role: "group", "aria-label": "Who begins" }, state.players.map((player, index) => h("button", {
      class: "button small", type: "button", key: `first-${player.id}`, "aria-pressed": index === state.current ? "true" : "false",
      onclick: () => act.begin(player.id),
    }, player.name))));
}

function icon() {
  return h("span", { class: "camera-icon", "aria-hidden": "true" });
}

function waiting(reading) {
  return h("div", { class: "reading", role: "status" },
    reading.image ? h("div", { class: "preview" }, reading.image) : h("div", { class: "preview blank" }),
    h("p", { class: "ask-line" }, "Reading the dice …"));
}

function rolled({ state, ui, act }) {
  const all = state.options;
  const shown = ui.allOptions ? all : all.slice(0, SHOWN_OPTIONS);
  return [
    row(state.roll, { kind: "large", label: "This roll", numerals: true }),
    h("h2", { class: "ask-line", id: "options-title" }, "Set aside"),
    h("ul", { class: "options", "aria-labelledby": "options-title" }, shown.map((option, index) => h("li", {},
      h("button", {
        class: `option ${index === 0 ? "best" : ""}`, type: "button", key: `option-${index}`, "data-first": index === 0,
        "aria-label": `${index === 0 && all.length > 1 ? "Most points: s" : "S"}et aside ${option.dice.join(" ")} for ${option.points} points`,
        onclick: () => act.setAside(option.dice),
      },
      row(option.dice, { kind: "mini" }),
      // A single die says what it is; "1 100" beside it would read like a number.
      option.dice.length > 1 && h("span", { class: "option-words muted" }, option.words),
      h("span", { class: "option-points" }, points(option.points)))))),
    all.length > shown.length && h("p", {}, h("button", { class: "link-button", type: "button", key: "all", onclick: act.showAll },
      `Show all ${all.length} ways`)),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "correct", onclick: act.correct }, "Correct the dice")),
  ];
}

function kept({ state, act }) {
  const { can } = state;
  const hot = state.dice_in_hand === 6;
  return [
    h("h2", { class: "ask-line" }, hot ? "Hot dice: all six may roll again" : "Roll again or bank?"),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "back", onclick: act.takeBack }, "Take back and choose differently")),
    h("div", { class: "decisions dock" },
      h("button", { class: "button roll", type: "button", key: "roll", "data-first": true, disabled: !can.roll_again, onclick: act.rollAgain },
        h("span", { class: "button-main" }, "Roll again"), h("span", { class: "button-sub" }, `with ${dice(state.dice_in_hand)}`)),
      h("button", { class: "button bank", type: "button", key: "bank", disabled: !can.bank, "aria-describedby": can.bank ? null : "why-not", onclick: act.bank },
        h("span", { class: "button-main" }, `Bank ${points(state.turn_points)}`), h("span", { class: "button-sub" }, "and pass the dice"))),
    !can.bank && state.why_not_bank && h("p", { class: "note", id: "why-not" }, state.why_not_bank),
  ];
}

function farkled({ state, act }) {
  const lost = state.turn_points;
  return [
    row(state.roll, { kind: "large", label: "This roll", numerals: true }),
    h("h2", { class: "ask-line" }, "Farkle"),
    h("p", {}, lost > 0 ? `Nothing in this roll scores. The ${points(lost)} points of this turn are lost.` : "Nothing in this roll scores."),
    h("div", { class: "decisions dock" },
      h("button", { class: "button", type: "button", key: "correct", onclick: act.correct }, "Correct the dice"),
      h("button", { class: "button primary", type: "button", key: "farkle", "data-first": true, onclick: act.farkle }, "It is a farkle")),
  ];
}

function correcting({ state, ui, act }) {
  const wanted = state.roll ? state.roll.length : state.dice_in_hand;
  return [
    h("h2", { class: "ask-line" }, "Correct the dice"),
    h("p", { class: "muted" }, "Tap a wrong die to remove it, then tap the right face."),
    pad(ui.entered, wanted, act.enter),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "camera", onclick: act.camera }, "Send another photograph instead")),
    h("div", { class: "decisions dock" },
      h("button", { class: "button", type: "button", key: "stop", onclick: act.stopCorrecting }, "Leave as it was"),
      h("button", { class: "button primary", type: "button", key: "confirm", "data-first": true, disabled: ui.entered.length !== wanted, onclick: act.confirmCorrection }, "Use these dice")),
  ];
}

function finished({ state }) {
  const again = new URLSearchParams();
  for (const player of state.players) again.append("player", player.name);
  if (state.rules.preset) again.set("preset", state.rules.preset);
  return [
    h("p", { class: "lead" }, "The sheet stays here. If the last turn was wrong, undo it."),
    h("p", {}, h("a", { class: "button primary", key: "rematch", "data-first": true, href: `/?${again}` }, "Play again with the same people")),
  ];
}
