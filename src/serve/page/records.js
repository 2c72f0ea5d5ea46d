// Records of games, as `tern match` writes them and `tern replay` reads them.

/**
 * @typedef {{ tags: Record<string, string>, moves: { text: string, remark: string }[], result: string }} GameRecord
 * @typedef {import("./tree.js").Node} Node
 */

const RESULTS = ["1-0", "0-1", "1/2-1/2"];

/**
 * All games of a text. Throws what is wrong with it.
 * @param {string} text
 * @returns {GameRecord[]}
 */
export function parseRecords(text) {
  /** @type {GameRecord[]} */
  const games = [];
  let game = /** @type {GameRecord | null} */ (null);
  // Lines with a percent sign are for programs: tern match writes there what match it was.
  text = text.replace(/^%.*$/gm, "");
  for (const match of text.matchAll(/\[(\w+) "((?:\\.|[^"\\])*)"\]|\{([^}]*)\}|([^\s{}[\]]+)|([[\]{}])/g)) {
    const [, tag, value, remark, word, stray] = match;
    if (stray) throw new Error(text.slice(match.index, match.index + 40).split("\n")[0]);
    if (tag) {
      if (!game || game.result || game.moves.length > 0) games.push(game = { tags: {}, moves: [], result: "" });
      game.tags[tag] = value.replace(/\\(.)/g, (_, letter) => ({ n: "\n", r: "\r" })[/** @type {string} */ (letter)] ?? letter);
    } else if (!game) throw new Error(text.trim().slice(0, 40).split("\n")[0]);
    else if (remark !== undefined) {
      if (game.moves.length > 0) game.moves[game.moves.length - 1].remark = remark;
    } else if (RESULTS.includes(word) || word === "*") game.result = word;
    else if (!/^\d+\.+$/.test(word)) game.moves.push({ text: word.replace(/^\d+\.+/, ""), remark: "" });
  }
  const whole = games.filter(({ tags }) => tags.Game && tags.Start);
  if (whole.length === 0) throw new Error(text.trim().slice(0, 40).split("\n")[0] || "empty");
  return whole;
}

/** What tern report calls moves, and how they are marked here. @type {Record<string, string>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed win": "??" };

/**
 * What a remark says of the position before the move: the mover's own opinion and the time it took, `+12/7 30ms`, and behind it what tern report
 * has noted: `+12/7 30ms | +5/8 56 % | mistake, chances 56 % → 48 % | better a3 e2`.
 * @param {string} remark
 */
export function parseRemark(remark) {
  const [own, judged, verdict, better] = remark.split(" | ");
  const time = / ?(\d+)ms$/.exec(own)?.[1];
  const found = /^(?:#(-?\d+)|([+-]\d+))(?:\/(\d+))? /.exec(`${judged ?? own} `);
  const [, mate, cp, depth] = found ?? [];
  const score = mate !== undefined ? { mate: Number(mate) } : cp !== undefined ? { cp: Number(cp) } : null;
  return {
    score, depth: Number(depth ?? 0), time: time ? Number(time) : null, mark: MARKS[verdict?.split(",")[0] ?? ""] ?? "",
    better: better?.startsWith("better ") ? better.slice(7).split(" ") : [],
  };
}

/** @param {string} value */
const quoted = (value) => `"${value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r")}"`;

/**
 * The record of a game. One that is not over yet is written as cut off for its length, which is as near as the format comes.
 * @param {{ game: string, players: [string, string], start: string, first: number, line: Node[], limit: string,
 *   ending: import("./game.js").Ending | null }} played
 */
export function writeRecord({ game, players, start, first, line, limit, ending }) {
  const result = ending?.result === "p1win" ? "1-0" : ending?.result === "p2win" ? "0-1" : "1/2-1/2";
  const fault = ending?.reason === "resignation" ? "resigned" : ending?.reason === "time" ? "out of time" : "";
  const reason = !ending ? "length" : ending.reason === "resignation" ? "error" : ending.reason;
  const tags = [
    ["Number", "1"], ["Game", game], ["P1", players[0]], ["P2", players[1]], ["Result", result], ["Reason", reason],
    ...(fault ? [["Fault", fault]] : []), ["P1Limit", limit], ["P2Limit", limit], ["Seed", "0"], ["Start", start],
    ...(ending ? [] : [["Unfinished", "true"]]),
  ];
  const words = line.map((node, i) => {
    const ply = i + first;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? "1... " : "";
    return `${number}${node.move} {- ${node.time ?? 0}ms}`;
  });
  if (line.length === 0 && first === 1) words.push("1...");
  return `${tags.map(([name, value]) => `[${name} ${quoted(value)}]`).join("\n")}\n\n${wrapped([...words, result])}\n\n`;
}

/** @param {string[]} words */
function wrapped(words) {
  let column = 0;
  return words.map((word) => {
    const fits = column === 0 || column + 1 + word.length <= 100;
    const before = column === 0 ? "" : fits ? " " : "\n";
    column = (fits ? column : 0) + word.length + 1;
    return before + word;
  }).join("");
}
