// The start page: as many players as there are.

import "./times.js";
import { dragRow, place } from "./drag.js";
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
    const grip = row.querySelector(".grip");
    grip.hidden = all.length < 2;
    grip.querySelector(".visually-hidden").textContent = t("player-earlier", values);
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

// A row is dragged by its grip; a tap on it, or the arrow keys, move it by one place.
let dragged = false;

function moved(row) {
  number();
  row.querySelector(".grip").focus();
}

list.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button > 0) return;
  const row = grip.closest("li");
  dragged = false;
  dragRow(event, row, (changed) => { dragged = changed; if (changed) moved(row); });
});

list.addEventListener("click", (event) => {
  const row = event.target.closest(".grip")?.closest("li");
  if (!row || dragged) { dragged = false; return; }
  if (row.previousElementSibling) place(row, row.previousElementSibling);
  moved(row);
});

list.addEventListener("keydown", (event) => {
  const row = event.target.closest(".grip")?.closest("li");
  if (!row || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const up = event.key === "ArrowUp";
  if (up ? !row.previousElementSibling : !row.nextElementSibling) return;
  place(row, up ? row.previousElementSibling : row.nextElementSibling.nextElementSibling);
  moved(row);
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
