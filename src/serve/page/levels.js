// How strong an engine plays, in words. What there is to choose from comes from the engine.

import { has, t } from "./i18n.js";

/** The rating of every level, as the engine's help tells it. @type {Map<string, string>} */
const ratings = new Map();

/**
 * Remembers the ratings that `help option Level` names: `3 is about 1200`, `3 (1200)`, `3: 1200` and the like.
 * @param {string} words
 */
export function learnRatings(words) {
  for (const [, level, elo] of words.matchAll(/\b(\d{1,2})\b\s*(?:is about|=|:|\(|at)\s*(-?\d{3,4})\b/g)) ratings.set(level, elo);
}

/**
 * A level in words.
 * @param {string} level
 */
export function levelText(level) {
  const elo = ratings.get(level);
  if (has(`level.${level}`)) return t(`level.${level}`);
  if (/^\d+$/.test(level)) return elo ? t("levelElo", { n: level, elo }) : t("level", { n: level });
  return level;
}
