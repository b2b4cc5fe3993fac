// This device's own camera: opened, chosen, lit, looked through; and why there is no picture.

import { randomKey } from "./dom.js";
import { recall, remember } from "./remembered.js";
import { t } from "./texts.js";

const LONGEST_PX = 1280;
const QUESTION_MS = 2500;
const AGAIN_MS = 3000;
const STILL_MS = 3000;
const DARK = 7;
const CHOSEN = "dicesight-camera";

const FAULTS = {
  NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "missing", OverconstrainedError: "missing",
  NotReadableError: "busy", AbortError: "busy",
};

export class PhoneCamera {
  // changed() is called whenever there is a picture or a fault that was not there before.
  constructor(connection, tableId, changed) {
    Object.assign(this, { connection, tableId, changed });
    this.element = document.createElement("video");
    Object.assign(this.element, { muted: true, playsInline: true, autoplay: true });
    this.element.setAttribute("aria-label", t("live-picture"));
    this.element.addEventListener("resize", () => this.changed()); // the first picture, or the phone was turned
    this.canvas = document.createElement("canvas");
    this.probe = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
    this.fault = null;
    this.key = null;
    this.again = () => { if (this.wanted && this.fault && this.fault !== "insecure") this.open(); };
    navigator.mediaDevices?.addEventListener?.("devicechange", this.again);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.again(); });
    navigator.permissions?.query?.({ name: "camera" }).then((status) => { status.onchange = this.again; }, () => {});
  }

  get size() {
    const { videoWidth: width, videoHeight: height } = this.element;
    return width && height ? { width, height } : null;
  }

  get words() {
    return this.fault && t(`camera-${this.fault}`);
  }

  start(device) {
    if (device !== undefined) remember(CHOSEN, device);
    this.wanted = true;
    return this.open();
  }

  stop() {
    this.wanted = false;
    this.let_go();
    clearTimeout(this.retry);
    this.say(null);
  }

  let_go() {
    this.opening = null;
    for (const track of this.element.srcObject?.getTracks() || []) track.stop();
    this.element.srcObject = null;
    if (this.key) fetch(`${this.connection.base}/frames?camera=${this.key}`, { method: "DELETE", keepalive: true }).catch(() => {});
    this.key = null;
  }

  async open() {
    clearTimeout(this.retry);
    if (!isSecureContext || !navigator.mediaDevices) return this.say("insecure");
    if (this.opening) return undefined;
    this.let_go();
    const mine = this.opening = {};
    // While the browser asks its question nothing comes back: then the question is what to look at.
    const question = setTimeout(() => { if (this.opening === mine) this.say("silent"); }, QUESTION_MS);
    try {
      const stream = await this.ask();
      if (this.opening !== mine) { for (const track of stream.getTracks()) track.stop(); return undefined; }
      this.take(stream);
    } catch (error) {
      if (this.opening !== mine) return undefined;
      this.opening = null;
      this.say(FAULTS[error.name] || "failed");
    } finally {
      clearTimeout(question);
    }
    return undefined;
  }

  async ask() {
    const size = { width: { ideal: LONGEST_PX }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    const device = recall(CHOSEN);
    if (device) {
      try {
        return await navigator.mediaDevices.getUserMedia({ audio: false, video: { deviceId: { exact: device }, ...size } });
      } catch (error) {
        if (error.name !== "OverconstrainedError" && error.name !== "NotFoundError") throw error;
        remember(CHOSEN, null); // the camera that was chosen once is not there
      }
    }
    return navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, ...size } });
  }

  take(stream) {
    const [track] = stream.getVideoTracks();
    this.opening = null;
    this.track = track;
    this.key = randomKey();
    this.label = track.label;
    this.device = track.getSettings?.().deviceId;
    this.lit = false;
    track.addEventListener("ended", () => { if (this.track === track && this.wanted) this.say("lost"); });
    track.addEventListener("mute", () => { if (this.track === track && this.wanted) this.say("busy"); });
    track.addEventListener("unmute", () => { if (this.track === track) this.say(null); });
    this.element.srcObject = stream;
    this.element.play?.().catch(() => {});
    Object.assign(this, { moved: performance.now(), position: -1, dark: 0, probed: 0 });
    this.say(null);
  }

  say(fault) {
    const again = fault && !["insecure", "refused", "silent", "black"].includes(fault);
    clearTimeout(this.retry);
    if (again && this.wanted) this.retry = setTimeout(() => this.open(), AGAIN_MS);
    if (fault === this.fault) return;
    this.fault = fault;
    this.changed();
  }

  // The cameras that can be chosen; their names are told only once one may be used.
  async cameras() {
    try {
      const found = await navigator.mediaDevices.enumerateDevices();
      return found.filter(({ kind, deviceId }) => kind === "videoinput" && deviceId)
        .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || t("camera-number", { number: index + 1 }) }));
    } catch {
      return [];
    }
  }

  get hasTorch() {
    return Boolean(this.track?.getCapabilities?.().torch);
  }

  async light(on) {
    try {
      await this.track.applyConstraints({ advanced: [{ torch: on }] });
      this.lit = on;
    } catch {
      this.lit = false;
    }
    this.changed();
  }

  get trayName() {
    return `dicesight-tray-${this.tableId}-${this.label || ""}`;
  }

  get tray() {
    try {
      return JSON.parse(recall(this.trayName) || "[]");
    } catch {
      return [];
    }
  }

  setTray(corners) {
    remember(this.trayName, corners.length ? JSON.stringify(corners) : null);
  }

  // One look: {view, at} with when the picture was taken, or null when there is none to send.
  async look() {
    const { element: video, size } = this;
    if (!size || !this.key || video.readyState < 2) return null;
    const at = performance.now();
    this.watchPicture(at);
    const scale = Math.min(1, LONGEST_PX / Math.max(size.width, size.height));
    this.canvas.width = Math.round(size.width * scale);
    this.canvas.height = Math.round(size.height * scale);
    this.canvas.getContext("2d").drawImage(video, 0, 0, this.canvas.width, this.canvas.height);
    const body = await new Promise((resolve) => { this.canvas.toBlob(resolve, "image/jpeg", 0.82); });
    if (!body || !this.key) return null;
    const tray = this.tray.map((corner) => corner.join(",")).join(";");
    const query = `?${new URLSearchParams({ camera: this.key, t: (at / 1000).toFixed(3), ...(tray && { tray }) })}`;
    const answer = await this.connection.post(`frames${query}`, body, "image/jpeg", 10000);
    if (!answer) return { lost: true };
    return answer.ok ? { view: answer.data, at } : { refused: answer.data.error };
  }

  // A camera may give a picture that is black or does not move, and say nothing.
  watchPicture(now) {
    const { element: video } = this;
    if (video.currentTime !== this.position) Object.assign(this, { position: video.currentTime, moved: now });
    if (now - this.moved > STILL_MS) { this.moved = now; this.say("frozen"); return; }
    if (now - this.probed < 700) return;
    this.probed = now;
    const context = this.probe.getContext("2d", { willReadFrequently: true });
    context.drawImage(video, 0, 0, 16, 16);
    const { data } = context.getImageData(0, 0, 16, 16);
    let sum = 0;
    for (let index = 0; index < data.length; index += 4) sum += data[index] + data[index + 1] + data[index + 2];
    this.dark = sum / (3 * 256) < DARK ? this.dark + 1 : 0;
    if (this.dark >= 3) this.say("black");
    else if (!this.dark && this.fault === "black") this.say(null);
  }
}
