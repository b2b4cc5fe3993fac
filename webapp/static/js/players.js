// The people at the table: who sits where, under which name and colour; who comes and who leaves.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";
import { dragRow } from "./drag.js";
import { COLOURS, mark } from "./marks.js";
import { t } from "./texts.js";

export class Players {
  // send(command) resolves to null when it counted, else to the words that say why not.
  constructor(send) {
    this.send = send;
    this.dialog = new Dialog("players", { closed: () => { this.fault = null; } });
    this.shown = null;
    this.fault = null;
    this.dragging = false;
  }

  open(state) {
    this.state = state;
    this.draw();
  }

  // A state from elsewhere; while somebody writes a name, nothing moves under the fingers.
  update(state) {
    this.state = state;
    if (this.dragging) return;
    if (this.dialog.open && !this.dialog.element.contains(document.activeElement?.closest("input"))) this.draw();
  }

  async ask(command) {
    this.fault = await this.send(command);
    if (this.dialog.open) this.draw();
    return this.fault === null;
  }

  // What was typed and not sent yet outlives drawing anew.
  draw() {
    const { state } = this;
    const drafts = Array.from(this.dialog.element.querySelectorAll("input")).filter((input) => input.value !== input.defaultValue);
    this.list = h("ol", { class: "seats" }, state.players.map((player, index) => this.row(player, index)));
    this.dialog.show(t("players-title"),
      this.fault && h("p", { class: "fault", role: "alert" }, this.fault),
      this.list,
      state.can.add_player && this.adding(),
      h("p", { class: "row" }, this.dialog.closeButton(t("done"))));
    for (const { id, value } of drafts) {
      const input = document.getElementById(id);
      if (input) input.value = value;
    }
  }

  row(player, index) {
    const open = this.shown === player.id;
    return h("li", { class: `seat ${player.retired ? "retired" : ""}`, "data-seat": player.id },
      h("div", { class: "seat-head" },
        h("button", { class: "seat-name", type: "button", key: `seat-${player.id}`, "aria-expanded": open ? "true" : "false", onclick: () => { this.shown = open ? null : player.id; this.draw(); } },
          mark(player.colour), h("span", {}, player.name), player.retired && h("span", { class: "muted" }, t("has-left"))),
        h("span", { class: "seat-grip", "aria-hidden": "true", title: t("drag-seat"), onpointerdown: (event) => this.drag(event, player.id) }, "≡")),
      open && this.details(player, index));
  }

  details(player, index) {
    const last = this.state.players.length - 1;
    const input = h("input", { id: `name-${player.id}`, key: `name-${player.id}`, value: player.name, maxlength: 40, autocomplete: "off" });
    const rename = (event) => {
      event.preventDefault();
      const name = input.value;
      input.value = input.defaultValue;
      if (name.trim() && name !== player.name) this.ask({ type: "change_player", player: player.id, name });
    };
    return h("form", { class: "seat-details", onsubmit: rename },
      h("label", { for: `name-${player.id}` }, t("player-name")),
      h("span", { class: "row" }, input, h("button", { class: "button small", type: "submit", key: `rename-${player.id}` }, t("rename"))),
      h("label", { for: `colour-${player.id}` }, t("player-colour")),
      h("select", { id: `colour-${player.id}`, key: `colour-${player.id}`, onchange: (event) => this.ask({ type: "change_player", player: player.id, colour: event.target.value }) },
        COLOURS.map((colour) => h("option", { value: colour, selected: colour === player.colour }, t(`colour-${colour}`)))),
      h("span", { class: "row" },
        h("button", { class: "button small", type: "button", key: `up-${player.id}`, disabled: index === 0, onclick: () => this.move(index, index - 1) }, t("move-up")),
        h("button", { class: "button small", type: "button", key: `down-${player.id}`, disabled: index === last, onclick: () => this.move(index, index + 1) }, t("move-down")),
        this.leaving(player)));
  }

  leaving(player) {
    const name = player.name;
    if (!player.turns.length) return h("button", { class: "button small", type: "button", key: `remove-${player.id}`, onclick: () => this.ask({ type: "remove_player", player: player.id }) }, t("remove-name", { name }));
    if (player.retired) return h("button", { class: "button small", type: "button", key: `return-${player.id}`, onclick: () => this.ask({ type: "return_player", player: player.id }) }, t("name-returns", { name }));
    return h("button", { class: "button small", type: "button", key: `retire-${player.id}`, onclick: () => this.ask({ type: "retire_player", player: player.id }) }, t("name-leaves", { name }));
  }

  adding() {
    const input = h("input", { id: "new-player", key: "new-player", maxlength: 40, autocomplete: "off" });
    const start = h("input", { id: "new-start", key: "new-start", type: "number", min: 0, step: 50, value: 0, inputmode: "numeric" });
    const begun = this.state.players.some((player) => player.turns.length);
    return h("form", {
      class: "seat-new", onsubmit: async (event) => {
        event.preventDefault();
        const command = { type: "add_player", name: input.value, start: Number(start.value) || 0 };
        const counted = await this.send(command);
        if (counted === null) { input.value = ""; start.value = "0"; }
        this.fault = counted;
        if (this.dialog.open) this.draw();
        document.getElementById("new-player")?.focus();
      },
    },
    h("label", { for: "new-player" }, t("new-player")),
    h("span", { class: "row" }, input, h("button", { class: "button", type: "submit", key: "add-player" }, t("add-player"))),
    begun && h("label", { class: "start-points", for: "new-start" }, t("start-points"), " ", start));
  }

  move(from, to) {
    const order = this.state.players.map((player) => player.id);
    order.splice(to, 0, ...order.splice(from, 1));
    return this.ask({ type: "reorder_players", order });
  }

  // The order is sent once the row is let go.
  drag(event, id) {
    const list = this.list;
    this.dragging = true;
    dragRow(event, Array.from(list.children).find((seat) => seat.dataset.seat === id), (moved) => {
      this.dragging = false;
      if (moved) this.ask({ type: "reorder_players", order: Array.from(list.children, (seat) => seat.dataset.seat) });
      else this.draw();
    });
  }
}
