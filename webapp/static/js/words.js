// Sentences made of the game's data in the reader's language: readings, advice, refusals, rules.

import { listed, number, t, translated } from "./texts.js";

// The reading of a keep: [{kind, count, face, pair, copies, points}] → "three 4s 400 + 5 50".
export function readingWords(reading) {
  return reading.map((part) => t("combination-points", { name: combination(part), points: number(part.points) })).join(" + ");
}

function combination({ kind, count, face, pair, copies }) {
  if (kind === "kind") return t("combination-kind", { count: count * copies, face: String(face) });
  if (kind === "four_and_pair") return t("combination-four-and-pair", { face: String(face), pair: String(pair) });
  return t(`combination-${kind.replaceAll("_", "-")}`);
}

// The best move against the best of the other kind: moves as farkle's advice writes them.
export function adviceWords(moves) {
  if (!moves.length) return t("advice-none");
  const [best] = moves;
  const other = moves.find((move) => move.action !== best.action);
  const first = moveWords(best);
  if (!other) return t("advice-only", { best: first });
  if (best.action === "roll") return t(other.banked ? "advice-bank-less" : "advice-stop-less", { best: first, points: other.banked });
  return t("advice-roll-less", { best: first, dice: other.dice_next });
}

export function moveWords(move) {
  const kept = keptWords(move.dice);
  const bare = move.action === "bank"
    ? t(move.banked ? "advice-bank" : "advice-stop", { kept, points: move.banked })
    : t("advice-roll", { kept, dice: move.dice_next });
  if (move.basis === "rival") return t("advice-rival", { move: bare, percent: 100 * move.value });
  if (["win", "chance"].includes(move.basis)) return t("advice-chance", { move: bare, percent: 100 * move.value });
  return move.action === "bank" ? bare : t("advice-expected", { move: bare, value: move.value });
}

function keptWords(dice) {
  if (dice.length === 6) return t("advice-all-six");
  const faces = [...new Set(dice)].sort();
  return listed(faces.map((face) => t("advice-dice", { count: dice.filter((die) => die === face).length, face: String(face) })));
}

// An error or a refusal of the game: {code, words, details}.
export function errorWords({ code, words, details = {} }) {
  return translated(`error-${code.replaceAll("_", "-")}`, words, details);
}

// What a table calls its rules: {preset, name, title, house}.
export function rulesTitle({ preset, name, title, house }) {
  if (name) return name;
  if (!preset) return translated("rules-house", title);
  const named = translated(`preset-${preset.replaceAll("_", "-")}-title`, null);
  if (!named) return title;
  return house ? translated("rules-house-of", title, { preset: named }) : named;
}
