// The list of rules: deleting asks first.

import { t } from "./texts.js";

const dialog = document.getElementById("delete-dialog");

for (const button of document.querySelectorAll("[data-delete]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    dialog.querySelector("h2").textContent = t("rules-delete-ask", { name: button.dataset.name });
    dialog.querySelector("form").action = button.dataset.action;
    dialog.showModal();
  });
}

document.getElementById("delete-cancel").addEventListener("click", () => dialog.close());
