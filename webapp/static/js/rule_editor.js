// The editor of house rules: the chart and the faults follow what is typed.

import { announce, h } from "./dom.js";
import { face } from "./die.js";
import { t } from "./texts.js";

const WAIT_MS = 200;

const form = document.getElementById("editor");
const chart = document.getElementById("chart");
let timer = null;
let latest = 0;
let shown = null;

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, WAIT_MS);
});

// Arrow keys step through the numbers that are allowed.
form.addEventListener("keydown", (event) => {
  const step = Number(event.target.dataset?.step);
  const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!step || !way || !/^\d+$/.test(event.target.value)) return;
  event.preventDefault();
  event.target.value = String(Math.max(0, Number(event.target.value) + way * step));
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

async function refresh() {
  latest += 1;
  const mine = latest;
  const body = new URLSearchParams(new FormData(form));
  try {
    const response = await fetch(form.dataset.chart, { method: "POST", body });
    const answer = await response.json();
    if (response.ok && mine === latest) show(answer);
  } catch {
    timer = setTimeout(refresh, 3000);
  }
}

function show(answer) {
  for (const field of form.querySelectorAll("[data-option]")) {
    const name = field.dataset.option;
    const words = answer.problems[name] || "";
    field.hidden = answer.idle.includes(name);
    field.classList.toggle("changed", answer.changed.includes(name));
    const fault = field.querySelector(".field-fault");
    if (fault.textContent !== words) {
      fault.textContent = words;
      if (words) announce(words);
    }
    for (const input of field.querySelectorAll("input.number")) {
      if (words) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }
  if (!answer.chart) return;
  const text = JSON.stringify(answer.chart);
  if (shown !== null && shown !== text) announce(t("editor-chart-news"));
  shown = text;
  chart.querySelector("tbody").replaceChildren(...answer.chart.lines.map((line) => h("tr", {},
    h("th", { scope: "row" }, line.name),
    h("td", {}, h("span", { class: "faces-row", role: "img", "aria-label": line.example.join(" ") }, line.example.map((value) => face(value, "pip-die")))),
    h("td", { class: "figure" }, line.points))));
  chart.querySelector(".agreed").replaceChildren(...answer.chart.sentences.map((sentence) => h("li", {}, sentence)));
}

refresh();
