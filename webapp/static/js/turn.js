// The turn: what to do now, drawn from the state. It decides nothing.

import { h } from "./dom.js";
import { beginning, isNew } from "./beginning.js";
import { row } from "./die.js";
import { mark } from "./marks.js";
import { offerNote } from "./offers.js";
import { pad } from "./pad.js";
import { listed, number as points, t } from "./texts.js";
import { pointsEntry } from "./told.js";
import { errorWords, readingWords } from "./words.js";

const SHOWN_OPTIONS = 5;
const LONG_NAME = 14;

// page: {state, ui, act}. ui is what only this screen knows; act are the things one can do.
export function renderTurn(page) {
  const { state } = page;
  const phase = state.paused ? "paused" : state.phase;
  return [h("div", { class: `phase phase-${phase}` }, body(page))];
}

function body(page) {
  const { state, ui } = page;
  if (state.paused) return paused(page);
  if (!page.mayWrite()) return watching(page);
  if (ui.review) return ui.review.element;
  if (ui.reading) return waiting(ui.reading);
  if (ui.editing) return correcting(page);
  return [offerNote(ui), { to_roll: toRoll, rolled, kept, farkled, finished }[state.phase](page)];
}

export function renderHead({ state, act, mayWrite }) {
  const player = state.players[state.current];
  const over = state.phase === "finished";
  const rivals = state.players.filter((other) => other !== player && !other.retired);
  const toBeat = Math.max(...rivals.map((other) => other.total));
  const final = t("final-round", { points: toBeat });
  const eyebrow = over ? t("game-over") : state.final_round ? final : t("round", { round: state.round });
  return h("header", { class: "turn-head" },
    h("p", { class: "eyebrow" }, eyebrow),
    h("div", { class: "history" }, mayWrite() && [
      h("button", { class: "link-button", type: "button", key: "undo", disabled: !state.can.undo, onclick: act.undo }, t("undo")),
      h("button", { class: "link-button", type: "button", key: "redo", disabled: !state.can.redo, onclick: act.redo }, t("redo"))]),
    h("h1", { id: "turn-title", class: player.name.length > LONG_NAME ? "long" : null }, !over && mark(player.colour), over ? winners(state) : t("turn-of", { name: player.name })),
    !over && h("p", { class: "turn-points" },
      h("span", { class: "big-number" }, points(state.turn_points)), h("span", { class: "muted" }, ` ${t("this-turn")}`)),
    state.set_aside.length > 0 && h("div", { class: "aside" },
      h("span", { class: "aside-label" }, t("set-aside-label")),
      state.set_aside.map((group) => row(group, { kind: "mini", label: t("set-aside-label") }))),
  );
}

function winners(state) {
  const names = state.winners.map((id) => state.players.find((player) => player.id === id).name);
  if (!names.length) return t("finished");
  return names.length === 1 ? t("wins", { name: names[0] }) : t("share-the-win", { names: listed(names) });
}

function paused({ act, mayWrite }) {
  return [
    h("h2", { class: "ask-line" }, t("paused-title")),
    h("p", {}, t("paused-words")),
    mayWrite() && h("div", { class: "decisions one dock" }, h("button", { class: "button primary", type: "button", key: "resume", "data-first": true, onclick: act.resume }, t("resume"))),
  ];
}

// For those who watch, and while the sheet is locked to somebody else's phone.
function watching({ state, ui, me }) {
  const player = state.players[state.current];
  return [
    ui.offer && offerNote({ offer: { words: ui.offer.words } }),
    ui.review?.live && ui.review.element,
    me.role !== "spectator" && state.phase !== "finished" && h("p", { class: "note" }, t("locked-to", { name: player.name })),
    state.roll && row(state.roll, { kind: "large", label: t("this-roll"), numerals: true }),
    h("h2", { class: "ask-line" }, {
      to_roll: () => t("watch-to-roll", { name: player.name, count: state.dice_in_hand }),
      rolled: () => t("watch-rolled", { name: player.name }),
      kept: () => t("watch-kept", { name: player.name }),
      farkled: () => t("farkle"),
      finished: () => t("game-over"),
    }[state.phase]()),
    state.phase === "rolled" && h("ul", { class: "options" }, state.options.slice(0, SHOWN_OPTIONS).map((option) => h("li", { class: "option watched" },
      row(option.dice, { kind: "mini" }), h("span", { class: "option-points" }, points(option.points))))),
    state.phase === "finished" && state.rematch && h("p", {}, nextGame()),
  ];
}

function nextGame() {
  return h("a", { class: "button primary", key: "next-game", "data-first": true, href: `${location.pathname}/rematch` }, t("to-next-game"));
}

function toRoll(page) {
  const { state, ui, act } = page;
  if (ui.pointsOnly && !state.set_aside.length) return [pointsEntry(page), isNew(state) && beginning(page)];
  const bankable = state.can.bank;
  const left = state.left_over;
  return [
    h("h2", { class: "ask-line" }, t("roll-dice", { count: state.dice_in_hand })),
    left && h("p", {}, h("button", { class: "button wide", type: "button", key: "take-over", onclick: act.takeOver },
      left.points ? t("take-over-dice-and-points", { count: left.dice, points: left.points }) : t("take-over-dice", { count: left.dice }))),
    h("div", { class: `photo-entry ${page.live.on ? "beside-live" : ""}` },
      h("button", { class: "button primary wide camera", type: "button", key: "camera", "data-first": true, onclick: act.camera }, icon(), t("send-photograph"), h("span", { class: "drop-hint" }, t("drop-one-here"))),
      h("button", { class: "button wide live-open", type: "button", key: "live", onclick: () => act.live() }, t("live-camera")),
      h("button", { class: "button wide files", type: "button", key: "file", onclick: act.file }, t("choose-picture")),
      ui.readerNote && h("p", { class: "note" }, ui.readerNote),
      ui.fault && h("p", { class: "fault", role: "alert" }, ui.fault)),
    h("p", { class: "or" }, h("span", {}, t("or-tap"))),
    pad(ui.entered, state.dice_in_hand, act.enter),
    h("p", { class: "row apart" },
      state.can.farkle && h("button", { class: "link-button", type: "button", key: "farkle", disabled: ui.fresh, "data-fresh": true, onclick: act.farkle }, t("nothing-scored")),
      bankable && h("button", { class: "button bank", type: "button", key: "bank", onclick: act.bank }, t("bank-points", { points: state.bank_points })),
      !state.set_aside.length && h("button", { class: "link-button", type: "button", key: "points-only", onclick: () => act.pointsOnly(true) }, t("enter-points-only"))),
    isNew(state) && beginning(page),
  ];
}

function icon() {
  return h("span", { class: "camera-icon", "aria-hidden": "true" });
}

function waiting(reading) {
  return h("div", { class: "reading", role: "status" },
    reading.image ? h("div", { class: "preview" }, reading.image) : h("div", { class: "preview blank" }),
    h("p", { class: "ask-line" }, t("reading-dice")));
}

function rolled({ state, ui, act }) {
  const all = state.options;
  const shown = ui.allOptions ? all : all.slice(0, SHOWN_OPTIONS);
  return [
    row(state.roll, { kind: "large", label: t("this-roll"), numerals: true }),
    h("h2", { class: "ask-line", id: "options-title" }, t("set-aside")),
    h("ul", { class: "options", "aria-labelledby": "options-title" }, shown.map((option, index) => h("li", {},
      h("button", {
        class: `option ${index === 0 ? "best" : ""}`, type: "button", key: `option-${index}`, "data-first": index === 0, "data-dice": option.dice.join(" "),
        "aria-label": t(index === 0 && all.length > 1 ? "set-aside-best" : "set-aside-option", { dice: option.dice.join(" "), points: option.points }),
        onclick: () => act.setAside(option.dice),
      },
      row(option.dice, { kind: "mini" }),
      // A single die says what it is; "1 100" beside it would read like a number.
      option.dice.length > 1 && h("span", { class: "option-words muted" }, readingWords(option.reading)),
      h("span", { class: "option-points" }, points(option.points)))))),
    all.length > shown.length && h("p", {}, h("button", { class: "link-button", type: "button", key: "all", onclick: act.showAll },
      t("show-all-ways", { count: all.length }))),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "correct", onclick: act.correct }, t("correct-dice"))),
  ];
}

function kept({ state, act }) {
  const { can } = state;
  const hot = state.dice_in_hand === 6;
  return [
    h("h2", { class: "ask-line" }, hot ? t("hot-dice") : t("roll-or-bank")),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "back", onclick: act.takeBack }, t("take-back"))),
    h("div", { class: "decisions dock" },
      h("button", { class: "button roll", type: "button", key: "roll", "data-first": true, disabled: !can.roll_again, onclick: act.rollAgain },
        h("span", { class: "button-main" }, t("roll-again")), h("span", { class: "button-sub" }, t("with-dice", { count: state.dice_in_hand }))),
      h("button", { class: "button bank", type: "button", key: "bank", disabled: !can.bank, "aria-describedby": can.bank ? null : "why-not", onclick: act.bank },
        h("span", { class: "button-main" }, t("bank-points", { points: state.bank_points })), h("span", { class: "button-sub" }, t("pass-dice")))),
    !can.bank && state.bank_refusal && h("p", { class: "note", id: "why-not" }, errorWords(state.bank_refusal)),
  ];
}

function farkled({ state, act }) {
  const lost = state.turn_points;
  return [
    row(state.roll, { kind: "large", label: t("this-roll"), numerals: true }),
    h("h2", { class: "ask-line" }, t("farkle")),
    h("p", {}, lost > 0 ? t("nothing-scores-lost", { points: lost }) : t("nothing-scores")),
    h("div", { class: "decisions dock" },
      h("button", { class: "button", type: "button", key: "correct", onclick: act.correct }, t("correct-dice")),
      h("button", { class: "button primary", type: "button", key: "farkle", "data-first": true, onclick: act.farkle }, t("it-is-a-farkle"))),
  ];
}

function correcting({ state, ui, act }) {
  const wanted = state.roll ? state.roll.length : state.dice_in_hand;
  return [
    h("h2", { class: "ask-line" }, t("correct-dice")),
    h("p", { class: "muted" }, t("tap-wrong-die")),
    pad(ui.entered, wanted, act.enter),
    h("p", { class: "row small" }, h("button", { class: "link-button", type: "button", key: "camera", onclick: act.camera }, t("another-photograph"))),
    h("div", { class: "decisions dock" },
      h("button", { class: "button", type: "button", key: "stop", onclick: act.stopCorrecting }, t("leave-as-it-was")),
      h("button", { class: "button primary", type: "button", key: "confirm", "data-first": true, disabled: ui.entered.length !== wanted, onclick: act.confirmCorrection }, t("use-these-dice"))),
  ];
}

function finished({ state, act }) {
  return [
    h("p", { class: "lead" }, t("sheet-stays")),
    h("p", {}, state.rematch ? nextGame()
      : h("button", { class: "button primary", type: "button", key: "rematch", "data-first": true, onclick: act.rematch }, t("play-again"))),
  ];
}
