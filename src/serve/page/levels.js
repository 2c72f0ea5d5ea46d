// How strong an engine plays, in words. What there is to choose from, and the ratings, come from the engine.

import { has, t } from "./i18n.js";

/** The rating of every level in every game. @type {Map<string, Map<string, string>>} */
const ratings = new Map();

/**
 * Remembers what `query levels` says of a game: `random=0 1=245 …`.
 * @param {string} game
 * @param {string} words
 */
export function learnRatings(game, words) {
  ratings.set(game, new Map(words.split(" ").map((word) => /** @type {[string, string]} */ (word.split("="))).filter(([, elo]) => /^-?\d+$/.test(elo))));
}

/**
 * A level in words, with its rating where it is known.
 * @param {string} level
 * @param {string} game
 */
export function levelText(level, game) {
  const elo = ratings.get(game)?.get(level);
  if (has(`level.${level}`)) return t(`level.${level}`);
  if (/^\d+$/.test(level)) return elo ? t("levelElo", { n: level, elo }) : t("level", { n: level });
  return level;
}
