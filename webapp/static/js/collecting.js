// Keeping pictures of the dice: asking the players, the sign while it is on, deleting.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { moment, percent, t } from "./texts.js";

// Why teaching may end without a better reader, as far as it has words of its own.
const REASONS = ["too_few_pictures", "one_table_only", "not_better", "training_missing"];

export class Collecting {
  // settle(on) resolves to null when it counted, else to the words that say why not.
  constructor(page, connection, settle) {
    Object.assign(this, { page, connection, settle });
    this.sign = document.getElementById("collecting");
    this.sign?.addEventListener("click", () => this.open());
    this.dialog = new Dialog("collecting-dialog");
    this.words = "";
    this.teaching = null;
  }

  update() {
    if (this.sign) this.sign.hidden = !this.page.state.collects;
    if (this.dialog.open) this.draw();
  }

  async open() {
    this.pictures = null;
    this.full = false;
    this.words = "";
    this.draw();
    const [answer, teaching] = await Promise.all([this.ask("GET"), this.ask("GET", "improve")]);
    this.pictures = answer?.pictures ?? null;
    this.full = answer?.room === false;
    this.follow(teaching);
  }

  // While the reader is taught, the dialog tells how far it is.
  follow(teaching) {
    this.teaching = teaching;
    this.draw();
    if (teaching?.state !== "running") return;
    setTimeout(async () => { if (this.dialog.open) this.follow(await this.ask("GET", "improve")); }, 3000);
  }

  told() {
    const { state, share, minutes_left: minutes, words, code } = this.teaching || {};
    if (state === "running") return minutes ? t("improve-running", { percent: percent(share), minutes }) : t("improve-begins");
    if (state === "done") return t("improve-done");
    const why = REASONS.includes(code) ? t(`improve-why-${code.replaceAll("_", "-")}`) : words;
    return state === "failed" ? t("improve-failed", { words: why }) : "";
  }

  // Which network reads the dice; whoever runs the table can go back to the one before.
  reader(runs) {
    const reader = this.teaching?.reader;
    if (!reader) return null;
    const since = reader.since ? moment(new Date(reader.since)) : "";
    return h("div", {},
      h("p", { id: "reader-now" }, reader.shipped ? t("reader-now-shipped") : t("reader-now-own", { since, name: reader.name })),
      runs && !reader.shipped && this.teaching.state !== "running" && h("p", {},
        h("button", { class: "button", type: "button", key: "reader-back", onclick: () => this.back() }, t("reader-back"))));
  }

  draw() {
    const { state, me } = this.page;
    const runs = me.runs_table && me.role !== "spectator";
    const choose = async (on) => { this.words = (await this.settle(on)) || ""; this.draw(); };
    this.dialog.show(t("collects-title"),
      h("p", {}, t("collects-words")),
      h("p", {}, t("collects-kept")),
      this.pictures !== null && h("p", { id: "collected-count" }, t("collected-count", { count: this.pictures })),
      this.full && h("p", { class: "banner" }, t("collected-full")),
      h("p", { role: "status", id: "collecting-words" }, this.words || this.told()),
      runs && h("p", { class: "row" }, state.collects
        ? h("button", { class: "button", type: "button", key: "collect-stop", onclick: () => choose(false) }, t("collects-stop"))
        : h("button", { class: "button primary", type: "button", key: "collect-agree", onclick: () => choose(true) }, t("collects-agree"))),
      me.role !== "spectator" && this.pictures > 0 && h("p", { class: "row" },
        h("a", { class: "button", key: "collect-correct", href: `${location.pathname}/pictures` }, t("collected-correct")),
        runs && h("button", { class: "button", type: "button", key: "collect-delete", onclick: () => this.forget() }, t("collected-delete"))),
      runs && this.pictures > 0 && this.teaching?.state !== "running" && h("p", {},
        h("button", { class: "button", type: "button", key: "collect-improve", onclick: () => this.improve() }, t("improve-start"))),
      this.reader(runs),
      h("p", { class: "row" }, this.dialog.closeButton()));
  }

  async improve() {
    this.words = "";
    this.follow(await this.ask("POST", "improve"));
  }

  async back() {
    this.words = "";
    const answer = await this.ask("POST", "improve/back");
    if (answer) this.words = t("reader-went-back");
    this.teaching = answer ? { ...answer, state: "idle" } : this.teaching;
    this.draw();
  }

  async forget() {
    const answer = await this.ask("DELETE");
    this.words = answer ? t("collected-deleted", { count: answer.deleted }) : t("unreadable-answer");
    if (answer) this.pictures = 0;
    this.draw();
  }

  // After a roll counted: what its photograph shows. Nothing waits for it and nothing depends on it.
  offer(photograph, dice) {
    if (!photograph || !this.page.state.collects) return;
    const told = dice.map((die) => ({ face: die.face, box: die.box, ...(die.out && { out: die.left_out ? "aside" : "dropped" }) }));
    this.connection.post("collected", JSON.stringify({ photograph, dice: told }), "application/json", 20000);
  }

  async ask(method, what = "collected") {
    try {
      const response = await fetch(`${this.connection.base}/${what}`, { method });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }
}
