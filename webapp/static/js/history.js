// The history of the table: every step, newest first, with when and by which phone.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { moment, number, t } from "./texts.js";
import { resultWords } from "./turn_editor.js";

export class History {
  constructor(address, people) {
    this.address = address;
    this.people = people;
    this.dialog = new Dialog("history");
  }

  async open() {
    this.lines = [];
    this.more = false;
    this.dialog.show(t("history"), h("p", { class: "muted", role: "status" }, t("history-loading")), this.foot());
    await this.load();
  }

  async load() {
    const before = this.lines.length ? `?before=${this.lines.at(-1).number}` : "";
    try {
      const answer = await fetch(`${this.address}/history${before}`);
      const { lines, more } = await answer.json();
      this.lines.push(...lines);
      this.more = more;
      this.draw();
    } catch {
      this.dialog.show(t("history"), h("p", { class: "fault", role: "alert" }, t("history-lost")), this.foot());
    }
  }

  draw() {
    const scrolled = this.dialog.element.querySelector(".history-lines")?.scrollTop || 0;
    this.dialog.show(t("history"),
      h("ol", { class: "history-lines", tabindex: "0", "aria-label": t("history") }, this.lines.map((line) => h("li", { class: line.stands ? "" : "taken-back" },
        h("span", { class: "history-what" }, words(line), !line.stands && h("span", { class: "history-mark" }, ` (${t("history-taken-back")})`)),
        h("span", { class: "history-who muted" }, this.by(line))))),
      this.foot());
    this.dialog.element.querySelector(".history-lines").scrollTop = scrolled;
  }

  foot() {
    return h("p", { class: "row" },
      this.more && h("button", { class: "button", type: "button", key: "history-more", onclick: () => this.load() }, t("history-earlier")),
      this.dialog.closeButton());
  }

  by({ at, actor }) {
    const time = moment(new Date(at));
    return actor ? t("history-by", { who: this.who(actor), time }) : time;
  }

  who(actor) {
    const player = this.people().find((one) => one.id === actor.player);
    if (player) return t("phone-of", { name: player.name });
    return actor.role === "host" ? t("host-phone") : t("phone-number", { number: actor.phone });
  }
}

function words(line) {
  const { name = "", round = 0, result } = line;
  const dice = (line.dice || []).join(" ");
  if (line.type === "turn_corrected") return t("history-turn-corrected", { name, round, before: resultWords(line.before), after: resultWords(result) });
  if (result) return t("history-result", { name, result: resultWords(result), total: line.total });
  if (line.type === "player_changed" && line.now !== name) return t("history-player-renamed", { name, now: line.now });
  if (line.type === "table_set") return settingWords(line);
  return t(`history-${line.type.replaceAll("_", "-")}`, { name, dice, points: number(line.turn_points || 0), rules: line.rules || "" });
}

function settingWords(line) {
  if (line.rematch) return t("history-rematch");
  if (line.host !== undefined) return t("history-host", { number: line.host });
  if (line.locked !== undefined) return line.locked ? t("history-locked") : t("history-unlocked");
  if (line.collects !== undefined) return line.collects ? t("history-collects-on") : t("history-collects-off");
  if (line.hands_free !== undefined) return line.hands_free ? t("history-hands-free-on") : t("history-hands-free-off");
  return line.advice ? t("history-advice-on") : t("history-advice-off");
}
