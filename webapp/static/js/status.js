// Says when this screen may be behind, and what happens to taps meanwhile.

import { announce } from "./dom.js";

const WORDS = {
  live: "Live",
  connecting: "Connecting",
  paused: "Paused",
  offline: "Offline",
};

let since = null;
let shown = null;
let notice = null;

// words: something to say once, above the page, for a while.
export function showStatus(status, pending = 0, words = null) {
  if (words) return say(words);
  const place = document.getElementById("status");
  if (place.dataset.status !== status) {
    place.dataset.status = status;
    place.firstElementChild.textContent = WORDS[status];
  }
  if (status === "live") {
    since = null;
    if (shown === "offline") {
      hide();
      announce("Connected again. The sheet is up to date.");
    }
    return undefined;
  }
  if (status !== "offline") return undefined;
  since = since || new Date();
  clearTimeout(notice);
  shown = "offline";
  const at = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const waiting = pending ? " Your tap is kept and sent as soon as the connection is back." : "";
  banner(`Not connected. You see the sheet as it was at ${at}; it catches up by itself.${waiting}`, "stale");
  return undefined;
}

function say(words) {
  clearTimeout(notice);
  shown = "notice";
  banner(words, "notice");
  notice = setTimeout(() => { if (shown === "notice") hide(); }, 9000);
}

function banner(words, kind) {
  const place = document.getElementById("banner");
  place.hidden = false;
  place.dataset.kind = kind;
  if (place.textContent !== words) place.textContent = words;
}

function hide() {
  shown = null;
  document.getElementById("banner").hidden = true;
}
