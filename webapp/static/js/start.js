// The start page: as many players as there are.

import "./times.js";
import { t } from "./texts.js";

const list = document.getElementById("players");
const more = document.getElementById("add-player");
const limit = Number(more.dataset.limit);

function rows() {
  return Array.from(list.children);
}

function number() {
  const all = rows();
  all.forEach((row, index) => {
    const values = { number: index + 1 };
    const input = row.querySelector("input");
    const label = row.querySelector("label");
    const remove = row.querySelector(".remove");
    input.id = `player-${index + 1}`;
    input.placeholder = t("player-name-of", values);
    label.htmlFor = input.id;
    label.textContent = t("player-number", values);
    remove.hidden = all.length < 2;
    remove.querySelector(".visually-hidden").textContent = t("player-remove", values);
  });
  more.hidden = all.length >= limit;
}

more.addEventListener("click", () => {
  const row = list.lastElementChild.cloneNode(true);
  const input = row.querySelector("input");
  input.value = "";
  list.append(row);
  number();
  input.focus();
});

list.addEventListener("click", (event) => {
  const remove = event.target.closest(".remove");
  if (!remove) return;
  const row = remove.closest("li");
  const next = row.nextElementSibling || row.previousElementSibling;
  row.remove();
  number();
  next.querySelector("input").focus();
});

// Enter in a name goes to the next one, and opens the table only from the last.
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  const next = event.target.closest("li").nextElementSibling;
  if (!next) return;
  event.preventDefault();
  next.querySelector("input").focus();
});

number();

// Back from a table, the form makes another one, also with the same people.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
