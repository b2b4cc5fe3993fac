// The dialog with the table's address and its QR code.

import { announce } from "./dom.js";
import { t } from "./texts.js";

export function invite() {
  const dialog = document.getElementById("join");
  const link = document.getElementById("join-link");
  document.getElementById("invite").addEventListener("click", () => dialog.showModal());
  document.getElementById("close-join").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.getElementById("copy-link").addEventListener("click", async (event) => {
    const button = event.currentTarget;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      button.textContent = t("copied");
      announce(t("copied"));
    } catch {
      // Plain HTTP has no clipboard; the address is selected, so that copying by hand is one step.
      button.textContent = t("copy-by-hand");
      link.focus();
    }
  });
}
