// From the score of an engine to the chance to win.

/** @typedef {import("./protocol.js").Score} Score */

/**
 * The share of points that the player to move can expect, from 0 to 1.
 * @param {Score} score
 */
export function expected(score) {
  if (score.wdl) return (score.wdl[0] + score.wdl[1] / 2) / Math.max(1, score.wdl[0] + score.wdl[1] + score.wdl[2]);
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-(score.cp ?? 0) / 400));
}

/**
 * The same for the first player.
 * @param {Score} score
 * @param {boolean} p1ToMove
 */
export function expectedForP1(score, p1ToMove) {
  const share = expected(score);
  return p1ToMove ? share : 1 - share;
}

/**
 * A score in a few characters, for the first player: `+1.20`, `−#3`.
 * @param {Score} score
 * @param {boolean} p1ToMove
 */
export function scoreText(score, p1ToMove) {
  const sign = p1ToMove ? 1 : -1;
  if (score.mate !== undefined) {
    const mate = score.mate * sign;
    return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  }
  const points = ((score.cp ?? 0) * sign) / 100;
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points).toFixed(2)}`;
}

/** From which losses on a move is doubtful, a mistake, a blunder; in every game, as in reports. @type {Map<string, number[]>} */
const boundaries = new Map();

/** Reads a row for every game: its name, and three losses in hundredths. @param {string} text */
export function learnBoundaries(text) {
  for (const [game, ...losses] of text.trim().split("\n").map((row) => row.split(" "))) boundaries.set(game, losses.map((loss) => Number(loss) / 100));
}

/**
 * How bad it is to lose so much: the kind of an arrow, and the mark of a move.
 * @param {number} loss from 0 to 1
 * @param {string} game
 */
export function verdict(loss, game) {
  const [doubtful, mistake, blunder] = boundaries.get(game) ?? [0.05, 0.1, 0.2];
  if (loss >= blunder) return { kind: "bad", mark: "??" };
  if (loss >= mistake) return { kind: "bad", mark: "?" };
  if (loss >= doubtful) return { kind: "doubtful", mark: "?!" };
  return { kind: loss > 0.01 ? "good" : "best", mark: "" };
}
