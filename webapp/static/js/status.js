// Says when this screen may be behind, and what happens to taps meanwhile.

import { announce } from "./dom.js";
import { clock, t } from "./texts.js";

let since = null;
let shown = null;
let notice = null;

// words: something to say once, above the page, for a while.
export function showStatus(status, pending = 0, words = null) {
  if (words) return say(words);
  const place = document.getElementById("status");
  if (place.dataset.status !== status) {
    place.dataset.status = status;
    place.firstElementChild.textContent = t(`status-${status}`);
  }
  if (status === "live") {
    since = null;
    if (shown === "offline") {
      hide();
      announce(t("connected-again"));
    }
    return undefined;
  }
  if (status !== "offline") return undefined;
  since = since || new Date();
  clearTimeout(notice);
  shown = "offline";
  const time = clock(since);
  banner(pending ? t("not-connected-waiting", { time }) : t("not-connected", { time }), "stale");
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
