// Makes the page installable: the worker says so when the server cannot be reached, and keeps no
// scores. Browsers allow it only over HTTPS and on the server's own computer.

if ("serviceWorker" in navigator) {
  // The language is part of the address, so that the worker's page follows it.
  const language = document.documentElement.lang.split("-")[0];
  navigator.serviceWorker.register(`/sw.js?language=${language}`, { scope: "/" }).catch(() => {});
}
