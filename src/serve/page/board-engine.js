// The engine that never searches: it knows the rules, and answers what the page shows.

import { listOf, parseOption, picksOf } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").EngineOption} EngineOption
 * @typedef {import("./protocol.js").Pick} Pick
 * @typedef {{ text: string, picks: Pick[] | null }} Candidate
 * @typedef {{ svg: string, fen: string, p1Turn: boolean, result: string, reason: string, score: string[], pieces: Map<string, string>,
 *   hands: { player: number, piece: string, count: number }[], pending: string, awaits: string, candidates: Candidate[],
 *   lastMove: string }} Look
 * @typedef {{ game: string, start: string, moves: string[], half?: string }} Position
 */

/** Positions that are remembered. */
const KEPT = 40;

const QUESTIONS = ["fen", "p1turn", "result", "reason", "score", "pieces", "hands", "pending", "steps", "lastmove"];

/**
 * The `position` line.
 * @param {{ start: string, moves: string[] }} position
 */
export function positionLine({ start, moves }) {
  return `position fen ${start}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`;
}

/**
 * The lines that set a position up, whatever was asked of the engine before.
 * @param {Position} position
 */
function setUp(position) {
  const half = position.half ? [`move ${position.half}`] : [];
  return [`setoption name Game value ${position.game}`, positionLine(position), ...half];
}

/**
 * The first complaint among lines.
 * @param {string[]} lines
 */
export function complaint(lines) {
  return lines.find((line) => line.startsWith("error "))?.slice(6);
}

/** @param {string[]} lines */
function responses(lines) {
  return lines.filter((line) => line.startsWith("response ") || line === "response").map((line) => line.slice(9));
}

export class BoardEngine {
  /** @param {import("./socket.js").EngineSocket} socket */
  constructor(socket) {
    this.socket = socket;
    /** What was asked, the latest last. @type {Map<string, Promise<Look>>} */
    this.looks = new Map();
  }

  /**
   * Its options.
   * @returns {Promise<EngineOption[]>}
   */
  async introduce() {
    const lines = await this.socket.ask(["ugi"]);
    return lines.map(parseOption).filter((option) => option !== null);
  }

  /**
   * What there is to know of a game before it is played: ratings of the levels, names of the players, and whether its board has more
   * than one size, which is so if its start depends on it. Questions that an engine does not know have no answer.
   * @param {string} game
   * @param {EngineOption | undefined} size
   */
  async about(game, size) {
    const start = (/** @type {number | undefined} */ n) => [`setoption name BoardSize value ${n}`, "position startpos", "query start"];
    const [[levels], [players], [small], [large]] = (await Promise.all([
      [`setoption name Game value ${game}`, "query levels"], ["query players"], size ? start(size.min) : [], size ? start(size.max) : [],
    ].map((lines) => this.socket.ask(lines)))).map(responses);
    return { levels: levels ?? "", players: (players ?? "").split(" "), sized: small !== large };
  }

  /**
   * Sets a game up, from its own start or another position: everything there is to show of it, and where it starts.
   * @param {{ game: string, size: number, start?: string, moves: string[] }} wanted
   * @param {boolean} flip
   */
  async open({ game, size, start, moves }, flip) {
    const position = start ? positionLine({ start, moves }) : ["position startpos", ...(moves.length > 0 ? ["moves", ...moves] : [])].join(" ");
    const lines = [`setoption name Game value ${game}`, `setoption name BoardSize value ${size}`, position];
    const [look, asked] = await Promise.all([this.see(lines, flip), this.socket.ask(["query start"])]);
    return { look, start: responses(asked)[0] };
  }

  /**
   * Everything there is to show of a position, perhaps with half a move made. What was asked lately is not asked again.
   * @param {Position} position
   * @param {boolean} flip
   */
  look(position, flip) {
    const setting = setUp(position);
    const key = [flip, ...setting].join("\n");
    const look = this.looks.get(key) ?? this.see(setting, flip);
    this.looks.delete(key);
    this.looks.set(key, look);
    look.catch(() => this.looks.delete(key));
    for (const oldest of [...this.looks.keys()].slice(0, -KEPT)) this.looks.delete(oldest);
    return look;
  }

  /**
   * @param {string[]} setting the lines that set the position up
   * @param {boolean} flip
   * @returns {Promise<Look>}
   */
  async see(setting, flip) {
    const [first, answers] = await Promise.all([
      this.socket.ask(setting),
      this.socket.ask([`query svg${flip ? " flip" : ""}`, ...QUESTIONS.map((question) => `query ${question}`)]),
    ]);
    const error = complaint(first);
    if (error) throw new Error(error);
    const [svg, fen, p1turn, result, reason, score, pieces, hands, pending, steps, lastMove] = responses(answers);
    const [awaits, half] = pending === "none" ? ["", ""] : pending.split(" ");
    const texts = half ? listOf(responses(await this.socket.ask([...setting, "query moves"]))[0]) : listOf(steps);
    return {
      svg, fen, result, reason, awaits, pending: half, lastMove: lastMove === "(none)" ? "" : lastMove,
      p1Turn: p1turn === "true",
      score: score.split(" "),
      pieces: new Map(listOf(pieces).map((word) => /** @type {[string, string]} */ (word.split("=")))),
      hands: listOf(hands).map(parseHand),
      candidates: texts.map((text) => ({ text, picks: picksOf(text) })),
    };
  }

  /**
   * Where the cells are.
   * @param {Position} position
   * @returns {Promise<Map<string, { x: number, y: number }>>}
   */
  async places(position) {
    const cells = listOf(responses(await this.socket.ask([...setUp(position), "query board"]))[0]);
    return new Map(cells.map((word) => {
      const [cell, x, y] = word.split(",");
      return [cell, { x: Number(x), y: Number(y) }];
    }));
  }

  /**
   * What a cell or a player, `p1` or `p2`, counts on: a group of SVG over the picture, or nothing.
   * @param {Position} position
   * @param {string} about
   * @param {boolean} flip
   */
  async overlay(position, about, flip) {
    const [drawn] = responses(await this.socket.ask([...setUp(position), `query overlay ${about}${flip ? " flip" : ""}`]));
    return drawn?.startsWith("<") ? drawn : null;
  }

  /**
   * Tries a line: what the engine says against it, `null` if nothing. Whoever looks next sets the position up anew.
   * @param {Position} position
   * @param {string} line
   */
  async objectionTo(position, line) {
    return complaint(await this.socket.ask([...setUp(position), line])) ?? null;
  }

  /**
   * The answer to one question.
   * @param {string} question
   */
  async query(question) {
    return responses(await this.socket.ask([`query ${question}`]))[0] ?? "";
  }

  /**
   * A picture of a position for a moment.
   * @param {Position} position
   * @param {boolean} flip
   */
  async picture(position, flip) {
    const lines = await this.socket.ask([...setUp(position), `query svg${flip ? " flip" : ""}`]);
    const error = complaint(lines);
    if (error) throw new Error(error);
    return responses(lines)[0];
  }
}

/** @param {string} word `p1:w=11` */
function parseHand(word) {
  const [, player, piece, count] = /** @type {RegExpExecArray} */ (/^p(\d):(\w+)=(\d+)$/.exec(word));
  return { player: Number(player), piece, count: Number(count) };
}
