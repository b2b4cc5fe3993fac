// The page's texts in the reader's language, from the catalogues that the server put into the page.

import { FluentBundle, FluentResource } from "./fluent/index.js";

const { locale, sources } = JSON.parse(document.getElementById("texts").textContent);
const bundle = new FluentBundle(locale, { useIsolating: false });
for (const source of sources) bundle.addResource(new FluentResource(source));

const numbers = new Intl.NumberFormat(locale);

export { locale };

export function t(key, values = {}) {
  const text = translated(key, null, values);
  if (text === null) throw new Error(`no text has the key ${key}`);
  return text;
}

// The translation, or these words where the language has none: for what the game itself says.
export function translated(key, words, values = {}) {
  const pattern = bundle.getMessage(key)?.value;
  if (!pattern) return words;
  const faults = [];
  const text = bundle.formatPattern(pattern, values, faults);
  for (const fault of faults) console.error(`the text ${key}: ${fault}`);
  return text;
}

export function number(value) {
  return numbers.format(value);
}

// Words as a list in a sentence: "a, b and c".
export function listed(words) {
  if (words.length < 2) return words.join("");
  return t("list-last", { rest: words.slice(0, -1).join(", "), last: words.at(-1) });
}

export function clock(date) {
  return date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

export function moment(date) {
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

// A share from 0 to 1, small ones with a digit more.
export function percent(share) {
  return share.toLocaleString(locale, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
}
