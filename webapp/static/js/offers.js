// Rolls that a camera saw come to rest: on every screen, to be confirmed, corrected or ignored.

import { announce, h } from "./dom.js";
import { wordsOf } from "./offer_words.js";
import { Review } from "./picture.js";
import { t } from "./texts.js";

export class Offers {
  // roll(dice, before) resolves to whether it counted; close() closes what is being reviewed.
  constructor(page, { connection, chooser, live, roll, accepted, close, render }) {
    Object.assign(this, { page, connection, chooser, live, roll, accepted, close, render });
    this.told = null;
    this.ignored = null;
    this.folded = null;
    this.using = null;
    this.last = null;
    this.marking = null;
  }

  // offer: as the stream tells it, or null when there is none any more.
  take(offer) {
    if (!offer && !this.told) return;
    const isNew = offer && offer.id !== this.told?.id;
    this.told = offer;
    this.page.ui.offer = null;
    if (offer && this.using !== offer.id && this.ignored !== offer.id) this.show(offer, isNew);
    else if (this.page.ui.review?.live) this.close();
    this.live.reviewChanged();
    this.render();
  }

  show(offer, isNew) {
    const { page } = this;
    const { ui } = page;
    const watched = !page.mayWrite();
    const words = wordsOf(offer, watched);
    if (isNew) announce(words);
    const busy = ui.reading || ui.editing || (ui.review && !ui.review.live) || (ui.entered.length > 0 && !ui.review);
    // Who says what was kept says it die by die: what does not fit yet stays under the finger.
    const marking = this.marking === offer.id && ui.review === this.last;
    if ((offer.match === "waits" && !marking) || busy || this.folded === offer.id) {
      if (ui.review?.live) this.close();
      ui.offer = { words, show: offer.match === "waits" ? null : () => this.unfold() };
      return;
    }
    const reading = { ...offer, words };
    if (this.last?.reading.id === offer.id && this.last.watched === watched) this.last.update(reading);
    else this.last = this.reviewOf(reading, watched);
    if (ui.review && ui.review !== this.last) this.close();
    ui.review = this.last;
  }

  reviewOf(reading, watched) {
    // On the screen whose camera has read it the dice are drawn on the living picture.
    const seenHere = reading.camera === this.live.key;
    const image = seenHere ? null : this.pictureOf(reading);
    const review = new Review(image, reading, {
      chooser: this.chooser,
      live: true,
      watched,
      changed: () => this.live.reviewChanged(),
      marked: (die, kept) => this.mark(review.reading, die, kept),
      onUse: (dice, all) => this.use(review, dice, all),
      onAgain: () => this.ignore(reading.id),
      onCancel: () => { this.folded = reading.id; this.take(this.told); },
    });
    if (image) image.addEventListener("load", () => review.draw());
    return review;
  }

  unfold() {
    const { ui } = this.page;
    Object.assign(ui, { entered: [], editing: false });
    this.folded = null;
    this.close();
    this.take(this.told);
  }

  pictureOf({ id, width, height }) {
    const image = new Image(width, height);
    image.src = `${this.connection.base}/offers/${id}.jpg`;
    return image;
  }

  async use(review, dice, all) {
    const { id, before, photograph } = review.reading;
    if (this.using) return;
    this.using = id;
    const counted = await this.roll(dice, before);
    this.using = null;
    if (counted) {
      this.accepted(photograph, all);
      this.live.confirm(review);
      if (this.told?.id === id) this.told = null;
      this.last = null;
      this.close();
    } else if (this.told?.id === id) {
      this.take(this.told);
    }
    this.render();
  }

  async ignore(id) {
    this.ignored = id;
    this.take(this.told);
    try {
      await fetch(`${this.connection.base}/offers/${id}`, { method: "DELETE" });
    } catch {
      // It stays on the other screens until they ignore it too.
    }
  }

  // The dice are the other way round for everybody, and with them what is offered.
  mark({ id, camera, width, height }, die, kept) {
    if (!die.box) return;
    this.marking = id;
    const [x1, y1, x2, y2] = die.box;
    const share = (value, all) => Math.min(1, Math.max(0, value / (2 * all)));
    const body = { camera, x: share(x1 + x2, width), y: share(y1 + y2, height), kept };
    this.connection.post("frames/marks", JSON.stringify(body), "application/json", 8000);
  }
}

// A note for screens on which something else is under the finger.
export function offerNote({ offer }) {
  if (!offer) return null;
  return h("div", { class: "note offer-note", role: "status" }, h("p", {}, offer.words),
    offer.show && h("button", { class: "button small", type: "button", key: "offer-show", onclick: offer.show }, t("offer-show")));
}
