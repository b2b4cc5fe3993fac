// The small question "which face?", answered by one tap or one key.

import { h } from "./dom.js";
import { face } from "./die.js";
import { t } from "./texts.js";

export class Chooser {
  constructor(dialog) {
    this.dialog = dialog;
    this.resolve = null;
    dialog.addEventListener("close", () => { if (!dialog.open) this.done(null); });
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("keydown", (event) => {
      if (/^[1-6]$/.test(event.key)) { event.preventDefault(); this.done(Number(event.key)); }
    });
  }

  // Resolves to a face, "drop" for "not a die", "aside" for one set aside before, or null when
  // closed without an answer.
  open({ title, current, drop, aside = false }) {
    this.done(null);
    const faces = [1, 2, 3, 4, 5, 6].map((value) => h("button", {
      class: "face-button", type: "button", "aria-label": t("face", { face: value }), "aria-pressed": value === current ? "true" : null,
      autofocus: value === (current || 1), onclick: () => this.done(value),
    }, face(value), h("span", { class: "numeral", "aria-hidden": "true" }, String(value))));
    this.dialog.replaceChildren(
      h("h2", { id: "chooser-title" }, title),
      h("div", { class: "faces", role: "group", "aria-label": t("faces-label") }, faces),
      h("p", { class: "row" },
        aside && h("button", { class: "button", type: "button", onclick: () => this.done("aside") }, t("die-aside")),
        drop && h("button", { class: "button", type: "button", onclick: () => this.done("drop") }, t("not-a-die")),
        h("button", { class: "button", type: "button", onclick: () => this.done(null) }, t("leave-it"))),
    );
    this.dialog.showModal();
    return new Promise((resolve) => { this.resolve = resolve; });
  }

  done(answer) {
    const { resolve } = this;
    this.resolve = null;
    if (this.dialog.open) this.dialog.close();
    if (resolve) resolve(answer);
  }
}
