// Keeps the screen on while people play. Browsers let go of it whenever the page is hidden, so it is
// asked for again; and it is let go when nothing has happened for a while, to spare the battery.

const IDLE_MS = 20 * 60 * 1000;

const note = document.getElementById("awake-note");
let lock = null;
let asking = false;
let active = Date.now();

async function ask() {
  if (!navigator.wakeLock) return cannot(isSecureContext ? "unsupported" : "insecure");
  if (lock || asking || document.visibilityState !== "visible" || Date.now() - active > IDLE_MS) return undefined;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    note.hidden = true;
  } catch {
    cannot("refused");
  } finally {
    asking = false;
  }
  return undefined;
}

function cannot(why) {
  for (const words of note.children) words.hidden = words.dataset.why !== why;
  note.hidden = false;
}

function happened() {
  active = Date.now();
  ask();
}

document.addEventListener("visibilitychange", ask);
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, happened);
// What others do at the table is play too.
new MutationObserver(happened).observe(document.getElementById("main"), { childList: true, subtree: true });
setInterval(() => {
  if (Date.now() - active > IDLE_MS) lock?.release();
  else ask();
}, 60 * 1000);

ask();
