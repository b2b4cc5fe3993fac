// A dialog that is filled anew whenever it is shown. Closing it without an answer changes nothing.

import { h, replace } from "./dom.js";
import { t } from "./texts.js";

export class Dialog {
  constructor(id, { closed = () => {} } = {}) {
    this.id = id;
    this.element = h("dialog", { class: "sheet-dialog", id, "aria-labelledby": `${id}-title` });
    this.element.addEventListener("close", closed);
    // Only a tap that also began beside the dialog closes it: a row may be dragged out and let go there.
    let beside = false;
    this.element.addEventListener("pointerdown", (event) => { beside = event.target === this.element; });
    this.element.addEventListener("click", (event) => { if (beside && event.target === this.element) this.close(); });
    document.body.append(this.element);
  }

  get open() {
    return this.element.open;
  }

  show(title, ...content) {
    replace(this.element, h("h2", { id: `${this.id}-title` }, title), ...content);
    if (!this.element.open) this.element.showModal();
  }

  close() {
    this.element.close();
    // What had the focus before may be drawn anew meanwhile; nothing hidden may go on taking keys.
    if (this.element.contains(document.activeElement)) document.activeElement.blur();
  }

  closeButton(words = t("close")) {
    return h("button", { class: "button", type: "button", key: `${this.id}-close`, onclick: () => this.close() }, words);
  }
}
