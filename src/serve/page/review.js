// The whole game judged move by move: marks for mistakes, what would have been better, and where they are.

import { expectedForP1, verdict } from "./win.js";

/** @typedef {import("./tree.js").Node} Node */

export class Review {
  /**
   * @param {import("./game.js").Game} game
   * @param {() => import("./thinker.js").Thinker} thinker
   */
  constructor(game, thinker) {
    this.game = game;
    this.thinker = thinker;
    this.running = 0;
  }

  /**
   * Judges every position of the line we look at, from its end to its start, so that what is found helps before.
   * @param {number} milliseconds a position
   * @param {(done: number, all: number) => void} progress
   */
  async run(milliseconds, progress) {
    const number = ++this.running;
    const { game } = this;
    const line = [game.root, ...game.node.line()];
    const engine = this.thinker();
    await engine.set({ Game: game.settings.game, BoardSize: game.settings.size, MultiPV: 1, ShowWDL: "true" });
    const first = game.firstSeat();
    for (const [done, node] of [...line].reverse().entries()) {
      if (number !== this.running) return false;
      progress(done, line.length);
      const p1ToMove = (first + node.ply) % 2 === 0;
      const found = await engine.go(game.positionLine(node), `go movetime ${milliseconds}`);
      if (number !== this.running) return false;
      const info = found?.lines[0];
      if (info?.score) node.judgement = { score: info.score, p1ToMove, depth: info.depth ?? 0, best: found?.best ?? null, pv: info.pv };
      else if (found && !found.best) node.judgement = await this.judgeEnd(node, p1ToMove);
    }
    markMistakes(line, game.settings.game);
    progress(line.length, line.length);
    return true;
  }

  /**
   * A position in which the game is over is judged by its result.
   * @param {Node} node
   * @param {boolean} p1ToMove
   */
  async judgeEnd(node, p1ToMove) {
    const look = await this.game.board.look(this.game.position(node), false);
    const win = look.result === "p1win" ? 1 : look.result === "p2win" ? -1 : 0;
    const score = win === 0 ? { cp: 0, wdl: /** @type {[number, number, number]} */ ([0, 1000, 0]) } : { mate: (p1ToMove ? win : -win) > 0 ? 1 : -1 };
    return { score, p1ToMove, depth: 0, best: null, pv: [] };
  }

  async stop() {
    this.running += 1;
    await this.thinker().halt();
  }
}

/**
 * Marks the moves that lost much of what the mover could expect.
 * @param {Node[]} line
 * @param {string} game
 */
export function markMistakes(line, game) {
  for (const [i, node] of line.entries()) {
    const before = line[i - 1]?.judgement;
    const after = node.judgement;
    if (!before || !after) continue;
    const share = (/** @type {import("./tree.js").Judgement} */ judgement) => {
      const p1 = expectedForP1(judgement.score, judgement.p1ToMove);
      return before.p1ToMove ? p1 : 1 - p1;
    };
    node.mark = before.best === node.move ? "" : verdict(share(before) - share(after), game).mark;
  }
}

/**
 * The next mistake after where we look, or the first of all.
 * @param {import("./game.js").Game} game
 */
export function nextMistake(game) {
  const line = game.node.line();
  const here = line.indexOf(game.node);
  return line.find((node, i) => i > here && node.mark) ?? line.find((node) => node.mark) ?? null;
}
