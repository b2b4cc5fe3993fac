// Photographs of the dice: taken, chosen, dropped or pasted; sent, and shown for review.

import { announce } from "./dom.js";
import { open, pictureOf, release, shrink } from "./photo.js";
import { Review } from "./picture.js";
import { t } from "./texts.js";

export class Camera {
  // roll(dice) resolves to whether it counted; moment() tells one turn and throw from the next.
  constructor(page, { stage, chooser, connection, roll, accepted, moment, render, say, busy }) {
    Object.assign(this, { page, stage, chooser, connection, roll, accepted, moment, render, say, busy });
    // Only one photograph at a time: a later one replaces an earlier one that is still being read.
    this.latest = 0;
    this.camera = this.input(true);
    this.file = this.input(false);
    addEventListener("dragover", (event) => { event.preventDefault(); stage.classList.add("dropping"); });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) stage.classList.remove("dropping"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      stage.classList.remove("dropping");
      this.photograph(pictureOf(event.dataTransfer));
    });
    addEventListener("paste", (event) => { if (!event.target.closest?.("input")) this.photograph(pictureOf(event.clipboardData)); });
  }

  input(capture) {
    const element = document.createElement("input");
    element.type = "file";
    element.accept = "image/*";
    if (capture) element.setAttribute("capture", "environment");
    element.id = capture ? "camera-input" : "file-input";
    element.hidden = true;
    element.addEventListener("change", () => { this.photograph(element.files[0]); element.value = ""; });
    document.body.append(element);
    return element;
  }

  closeReview() {
    const { ui } = this.page;
    if (ui.review) { ui.review.close(); if (!ui.review.live) release(ui.review.image); }
    ui.review = null;
  }

  async photograph(file) {
    const { page } = this;
    if (!file || this.busy() || !page.state.can.roll || !page.mayWrite()) return;
    this.latest += 1;
    const mine = this.latest;
    const turn = this.moment();
    this.closeReview();
    const { ui } = page;
    Object.assign(ui, { fault: null, entered: [], reading: { image: null } });
    this.render();
    announce(t("reading-announced"));
    const image = await open(file);
    if (mine !== this.latest) return;
    ui.reading = { image };
    this.render();
    const body = await shrink(file, image);
    const answer = await this.connection.post("photographs", body, body.type || "application/octet-stream", 60000);
    if (mine !== this.latest) return;
    ui.reading = null;
    if (!answer) ui.fault = t("photograph-lost");
    else if (!answer.ok) ui.fault = answer.data.error.words;
    else if (this.moment() !== turn || answer.data.dice_in_hand !== page.state.dice_in_hand) ui.fault = t("photograph-late");
    else this.review(image, answer.data);
    this.render();
    if (ui.fault && page.state.phase !== "to_roll") this.say(ui.fault);
  }

  review(image, reading) {
    announce(reading.words);
    this.page.ui.review = new Review(image, reading, {
      chooser: this.chooser,
      onUse: async (dice, all) => {
        if (await this.roll(dice)) {
          this.accepted(reading.photograph, all);
          this.closeReview();
          this.page.ui.editing = false;
          this.render();
        }
      },
      onAgain: () => this.camera.click(),
      onCancel: () => { this.closeReview(); this.render(); },
    });
  }
}
