// A camera at the server, looked through by pulling its newest picture.

import { h } from "./dom.js";
import { t } from "./texts.js";

export class ServerCamera {
  constructor(connection, id, changed) {
    Object.assign(this, { connection, id, changed, key: id });
    this.element = h("canvas", { role: "img", "aria-label": t("live-picture") });
    this.after = -1;
    this.words = null;
    this.size = null;
    this.tray = [];
    this.hasTorch = false;
  }

  start() {
    this.wanted = true;
    return this.use(this.id);
  }

  stop() {
    this.wanted = false;
  }

  // Only whoever runs the table chooses the camera; for the others it is on or off.
  async use(id) {
    const answer = await this.connection.post("cameras", JSON.stringify({ camera: id }), "application/json", 8000);
    if (answer && !answer.ok && answer.data.error.code !== "only_host") this.say(answer.data.error.words);
  }

  say(words) {
    if (words === this.words) return;
    this.words = words;
    this.changed();
  }

  async setTray(corners) {
    this.tray = corners;
    const tray = corners.map((corner) => corner.join(",")).join(";");
    await this.connection.post(`cameras/${this.id}/tray`, JSON.stringify({ tray }), "application/json", 8000);
  }

  async look() {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 8000);
    try {
      const answer = await fetch(`${this.connection.base}/cameras/${this.id}/frame?after=${this.after}`, { signal: abort.signal });
      if (!answer.ok) return { refused: (await answer.json()).error };
      const view = JSON.parse(answer.headers.get("Dicesight-View"));
      const isNew = view.number !== this.after;
      this.after = view.number;
      this.tray = view.tray;
      this.say(view.fault?.words || null);
      if (answer.status === 204 || view.age_ms === null) return null;
      if (isNew) await this.draw(await answer.blob());
      return { view: view.phase ? view : null, at: performance.now() - view.age_ms };
    } catch {
      return { lost: true };
    } finally {
      clearTimeout(timer);
    }
  }

  async draw(blob) {
    const picture = await createImageBitmap(blob);
    const { element: canvas } = this;
    if (canvas.width !== picture.width || canvas.height !== picture.height) Object.assign(canvas, { width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    picture.close();
    const changed = this.size?.width !== canvas.width || this.size?.height !== canvas.height;
    this.size = { width: canvas.width, height: canvas.height };
    if (changed) this.changed();
  }
}
