// Tells whether this browser can open the secure address already: a request over HTTPS fails while
// its certificate is not trusted, whatever the server answers.

const AGAIN_MS = 4000;
const PATIENCE_MS = 8000;

const box = document.getElementById("trust-state");
const link = document.getElementById("secure-page");
const ownComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

function show(state) {
  if (box.dataset.is === state) return;
  box.dataset.is = state;
  for (const words of box.querySelectorAll("[data-state]")) words.hidden = words.dataset.state !== state;
  link.classList.toggle("primary", state === "trusted");
}

async function look() {
  if (document.visibilityState !== "visible" || box.dataset.is === "trusted") return;
  try {
    await fetch(box.dataset.probe, { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    show("trusted");
  } catch {
    show(ownComputer ? "own" : "untrusted");
  }
}

if (box.dataset.probe) {
  look();
  // Whoever comes back from the settings of the phone is told at once.
  document.addEventListener("visibilitychange", look);
  setInterval(look, AGAIN_MS);
} else {
  show("secure");
}
