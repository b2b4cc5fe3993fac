// What a roll that a camera has read means for the sheet, as a sentence.

import { listed, t } from "./texts.js";

// watched: for those who have nothing to tap.
export function wordsOf(offer, watched = false) {
  const counted = offer.dice.filter((die) => !die.left_out && !die.outside);
  const faces = counted.map((die) => die.face).sort();
  const aside = offer.before.find((move) => move.type === "set_aside");
  const left = offer.dice.filter((die) => die.left_out).map((die) => String(die.face)).sort();
  const dice = faces.join(" ");
  const count = faces.length;
  const hand = offer.dice_in_hand;
  if (offer.match === "waits") return t("offer-waits", { dice });
  const doubtful = counted.filter((die) => die.doubtful);
  if (watched && ["none", "more", "fewer"].includes(offer.match)) return t("offer-watched-count", { dice, count, hand });
  if (offer.match === "none") return t("offer-none");
  if (offer.match === "more") return t("review-more", { count, hand, excess: count - hand });
  if (offer.match === "fewer") return t("review-fewer", { count, hand, missing: hand - count });
  const first = offer.before.find((move) => move.type === "roll");
  const said = aside && first ? t("offer-chained", { first: [...first.dice].sort().join(" "), kept: listed(aside.dice.map(String)), dice })
    : aside ? t("offer-pushed", { kept: listed(aside.dice.map(String)), dice })
    : offer.before.some((move) => move.type === "farkle") ? t("offer-after-farkle", { dice })
      : left.length ? t("offer-left-out", { dice, kept: listed(left) }) : t("offer-exact", { dice });
  const asked = ["hidden", "late", "aside"].includes(offer.wary);
  if (watched && (doubtful.length || asked)) return `${said} ${t("offer-watched-doubt", { count: doubtful.length })}`;
  if (asked) return `${said} ${t(`offer-${offer.wary}`)}`;
  if (!doubtful.length) return said;
  const reason = doubtful[0].reason || "unsure";
  return `${said} ${doubtful.length > 1 ? t("offer-doubtful", { count: doubtful.length }) : t(`reason-${reason.replaceAll("_", "-")}`)}`;
}
