// Who runs the table: which phone, and how that is handed on when somebody else shall, or it is lost.

import { Dialog } from "./dialog.js";
import { h, randomKey } from "./dom.js";
import { t } from "./texts.js";

export class Hosting {
  // people() are the players; done(me) is told what this phone is afterwards.
  constructor(connection, people, done) {
    this.connection = connection;
    this.people = people;
    this.done = done;
    this.dialog = new Dialog("hosting");
  }

  async open(fault = null) {
    this.fault = fault;
    try {
      const answer = await fetch(`${this.connection.base}/phones`);
      this.draw(await answer.json());
    } catch {
      this.dialog.show(t("hosting-title"), h("p", { class: "fault", role: "alert" }, t("history-lost")), h("p", { class: "row" }, this.dialog.closeButton()));
    }
  }

  draw({ phones = [], may = null, wait_minutes: minutes = 0 }) {
    const host = phones.find((phone) => phone.role === "host");
    this.dialog.show(t("hosting-title"),
      this.fault && h("p", { class: "fault", role: "alert" }, this.fault),
      h("p", {}, host ? t("hosting-now", { who: host.own ? t("this-very-phone") : this.name(host) }) : t("hosting-everybody")),
      may === "give" && h("ul", { class: "menu-items" }, phones.filter((phone) => phone !== host).map((phone) => h("li", {}, this.button(phone)))),
      may === "give" && phones.length < 2 && h("p", { class: "muted" }, t("hosting-nobody")),
      may === "take" && phones.filter((phone) => phone.own).map((phone) => this.button(phone)),
      may === null && host && h("p", { class: "muted" }, t("hosting-wait", { minutes })),
      h("p", { class: "row" }, this.dialog.closeButton()));
  }

  button(phone) {
    return h("button", { class: "button wide", type: "button", key: `host-${phone.phone}`, onclick: () => this.hand(phone.phone) },
      phone.own ? t("hosting-take") : t("hosting-give", { who: this.name(phone) }));
  }

  name(phone) {
    const player = this.people().find((one) => one.id === phone.player);
    return player ? t("phone-of", { name: player.name }) : t("phone-number", { number: phone.phone });
  }

  async hand(phone) {
    const answer = await this.connection.post("host", JSON.stringify({ id: randomKey(), phone }), "application/json", 8000);
    if (!answer?.ok) { await this.open(answer?.data.error.words || t("unreadable-answer")); return; }
    this.dialog.close();
    this.done(answer.data);
  }

  // What this phone is now, after somebody handed the table on.
  async ask() {
    try {
      const answer = await fetch(`${this.connection.base}/me`);
      if (answer.ok) this.done(await answer.json());
    } catch {
      // It is asked again when the page is loaded anew.
    }
  }
}
