// Advice for this screen: asked for when the dice lie, shown while it is about what is shown.

import { h } from "./dom.js";
import { percent, t } from "./texts.js";
import { adviceWords } from "./words.js";

const OFF = "dicesight-advice";

export class Advice {
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    this.told = null;
    this.asked = null;
  }

  get wanted() {
    try {
      return localStorage.getItem(OFF) !== "off";
    } catch {
      return true;
    }
  }

  set wanted(on) {
    try {
      if (on) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "off");
    } catch {
      // Not remembered where nothing can be stored.
    }
    this.asked = null;
  }

  async ask(seq, state) {
    const useful = ["to_roll", "rolled", "kept"].includes(state.phase) && state.advice && !state.paused;
    if (!this.wanted || !useful || this.asked === seq) return;
    this.asked = seq;
    try {
      const answer = await fetch(`${this.address}/advice`);
      if (!answer.ok) return;
      const told = await answer.json();
      if (told.seq !== this.asked) return;
      this.told = told;
      this.changed();
    } catch {
      this.asked = null; // asked again with the next state
    }
  }

  // The dice that the best move keeps, as text; null while nobody has told.
  best(seq) {
    return this.wanted && this.told?.seq === seq ? this.told.moves[0]?.dice.join(" ") ?? null : null;
  }

  // The option that the advice would take stands out, not the one with the most points.
  mark(seq, place) {
    const best = this.best(seq);
    if (best === null) return;
    for (const option of place.querySelectorAll("[data-dice]")) {
      option.classList.toggle("best", option.dataset.dice === best);
    }
  }

  panel(seq, state) {
    const { told } = this;
    if (!told || told.seq !== seq || !this.wanted || !state.advice) return null;
    const lines = [];
    if (told.moves.length) lines.push(h("p", { class: "advice-best" }, adviceWords(told.moves)));
    const risks = told.farkle_risk === null ? risksOf(told.moves) : [{ dice: state.dice_in_hand, risk: told.farkle_risk }];
    for (const { dice, risk } of risks) lines.push(h("p", { class: "advice-risk muted" }, t("farkle-risk", { dice, percent: percent(risk) })));
    if (told.chances) lines.push(...chanceLines(told, state));
    return lines.length ? h("aside", { class: "advice", "aria-label": t("advice-title") }, lines) : null;
  }
}

// Everybody's chance to win, and how it was found: exactly, or from many games played to the end.
function chanceLines({ chances, chances_basis: basis, computing }, { players }) {
  const bars = players.filter(({ id }) => id in chances).map(({ id, name }) => h("li", {},
    h("span", { class: "chance-name" }, name),
    h("progress", { value: chances[id].toFixed(4), max: "1", "aria-hidden": "true" }),
    h("strong", {}, percent(chances[id]))));
  const found = computing ? "computing" : basis;
  const how = t(`chances-${found}`);
  return [h("h2", { class: "chance-title" }, t("chances-title")), h("ul", { class: "chances" }, bars), h("p", { class: "muted chance-basis" }, how)];
}

function risksOf(moves) {
  const best = moves.find((move) => move.action === "roll");
  return best ? [{ dice: best.dice_next, risk: best.farkle_risk }] : [];
}
