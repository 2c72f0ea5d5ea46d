// The words of the protocol: what an engine says, taken apart. Knows no game.

/**
 * @typedef {{ name: string, type: string, default: string, min?: number, max?: number, vars: string[] }} EngineOption
 * @typedef {{ cp?: number, mate?: number, wdl?: [number, number, number] }} Score
 * @typedef {{ depth?: number, seldepth?: number, multipv: number, score?: Score, nodes?: number, nps?: number,
 *   time?: number, hashfull?: number, currmove?: string, currmovenumber?: number, pv: string[] }} Info
 * @typedef {{ cell?: string, piece?: string }} Pick
 */

/**
 * `option name X type spin default 1 min 1 max 9`.
 * @param {string} line
 * @returns {EngineOption | null}
 */
export function parseOption(line) {
  const match = /^option name (.+?) type (\w+)(.*)$/.exec(line);
  if (!match) return null;
  const [, name, type, rest] = match;
  const parts = rest.split(/\s(?=(?:default|min|max|var)\s)/).map((part) => part.trim()).filter(Boolean);
  const value = (/** @type {string} */ word) => parts.find((part) => part.startsWith(`${word} `))?.slice(word.length + 1);
  const vars = parts.filter((part) => part.startsWith("var ")).map((part) => part.slice(4));
  const number = (/** @type {string} */ word) => (value(word) === undefined ? undefined : Number(value(word)));
  return { name, type, default: value("default") ?? "", min: number("min"), max: number("max"), vars };
}

const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "currmovenumber"];

/**
 * `info depth 5 score cp 12 wdl 500 300 200 pv a b`.
 * @param {string} line
 * @returns {Info}
 */
export function parseInfo(line) {
  const words = line.split(" ");
  /** @type {any} */
  const info = { multipv: 1, pv: [] };
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i];
    if (NUMBERS.includes(word)) info[word] = Number(words[++i]);
    else if (word === "score") {
      const kind = words[++i];
      info.score = { ...info.score, [kind]: Number(words[++i]) };
    } else if (word === "wdl") {
      info.score = { ...info.score, wdl: [words[i + 1], words[i + 2], words[i + 3]].map(Number) };
      i += 3;
    } else if (word === "currmove") info.currmove = words[++i];
    else if (word === "pv") {
      info.pv = words.slice(i + 1);
      break;
    } else if (word === "string") break;
  }
  return info;
}

/**
 * What a person picks one after the other to make a move: cells, and pieces from the hand. `null` if it is only a word.
 * @param {string} move
 * @returns {Pick[] | null}
 */
export function picksOf(move) {
  /** @type {Pick[]} */
  const picks = [];
  const rest = move.replace(/\+([a-z]+)|x?([a-z]\d+)/gy, (_, piece, cell) => {
    picks.push(piece ? { piece } : { cell });
    return "";
  });
  return rest === "" && picks.length > 0 ? picks : null;
}

/**
 * The words of a list that may be `(none)`.
 * @param {string} text
 */
export function listOf(text) {
  return text === "(none)" || text === "" ? [] : text.split(" ");
}
