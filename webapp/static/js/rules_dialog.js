// Other rules for a game that is being played: the sheet is worked out anew, or it is said why not.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { number, t } from "./texts.js";
import { rulesTitle } from "./words.js";

const NO_OPTIONS = new Set(["preset", "name", "title", "house"]);

export class RulesDialog {
  // choices: [{title, preset, rules, name}]; send(command) resolves to null when it counted, else to words.
  constructor(choices, send) {
    this.choices = choices;
    this.send = send;
    this.dialog = new Dialog("rules-dialog");
  }

  open(state) {
    this.state = state;
    this.fault = null;
    this.chosen = null;
    this.draw();
  }

  draw() {
    const { rules } = this.state;
    const choice = h("select", { id: "rules-choice", key: "rules-choice", onchange: () => { this.chosen = choice.value === "" ? null : this.choices[Number(choice.value)]; this.draw(); } },
      h("option", { value: "", selected: !this.chosen }, t("rules-as-now", { title: rulesTitle(rules) })),
      this.choices.map((one, index) => h("option", { value: String(index), selected: one === this.chosen }, one.title)));
    const target = h("input", { id: "rules-target", key: "rules-target", type: "number", min: 50, step: 50, inputmode: "numeric", value: String(this.chosen ? this.chosen.target : rules.target) });
    this.dialog.show(t("rules-of-game"),
      h("form", { class: "seat-details", onsubmit: (event) => { event.preventDefault(); this.use(Number(target.value)); } },
        h("p", { class: "muted" }, t("rules-anew")),
        h("label", { for: "rules-choice" }, t("rules-which")), choice,
        h("label", { for: "rules-target" }, t("rules-target", { now: number(rules.target) })), target,
        this.fault && h("p", { class: "fault", role: "alert" }, this.fault),
        h("p", { class: "row" }, this.dialog.closeButton(t("cancel")),
          h("button", { class: "button primary", type: "submit", key: "rules-use" }, t("rules-take")))));
  }

  async use(target) {
    const { rules } = this.state;
    const now = Object.fromEntries(Object.entries(rules).filter(([name]) => !NO_OPTIONS.has(name)));
    const { preset, name } = this.chosen || rules;
    const base = this.chosen ? this.chosen.rules : now;
    // With another target they are not quite the rules of that name any more.
    const named = name && target === (this.chosen || rules).target ? { rules_name: name } : {};
    this.fault = await this.send({ type: "change_rules", preset, rules: { ...base, target }, ...named });
    if (this.fault === null) this.dialog.close();
    else if (this.dialog.open) this.draw();
  }
}
