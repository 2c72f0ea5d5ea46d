// Half a move in the making: what has been picked, and what may come next. Knows move texts, and no game.

/**
 * @typedef {import("./protocol.js").Pick} Pick
 * @typedef {import("./board-engine.js").Candidate} Candidate
 * @typedef {{ play: string } | { picked: true } | { tried: Pick[] }} Outcome
 */

/**
 * @param {Pick} a
 * @param {Pick} b
 */
const same = (a, b) => a.cell === b.cell && a.piece === b.piece;

export class Selection {
  /**
   * @param {Candidate[]} candidates
   * @param {Pick[]} begun what the engine knows already: the half move that is pending
   */
  constructor(candidates = [], begun = []) {
    this.candidates = candidates.filter((candidate) => candidate.picks !== null);
    this.begun = begun;
    /** @type {Pick[]} */
    this.picked = [];
    /** A piece of the hand that was chosen before the cell. @type {string | null} */
    this.held = null;
  }

  get all() {
    return [...this.begun, ...this.picked];
  }

  /** What may be picked after these. @param {Pick[]} picks */
  after(picks) {
    return this.candidates
      .filter(({ picks: own }) => own && own.length > picks.length && picks.every((pick, i) => same(pick, own[i])))
      .map(({ picks: own }) => /** @type {Pick[]} */ (own)[picks.length]);
  }

  /** Cells that may be picked next. */
  cells() {
    return new Set(this.after(this.all).flatMap(({ cell }) => cell ?? []));
  }

  /** Pieces of the hand that may be picked next, or now in advance. */
  pieces() {
    const next = this.after(this.all).flatMap(({ piece }) => piece ?? []);
    if (next.length > 0 || this.all.length > 0) return new Set(next);
    return new Set(this.candidates.flatMap(({ picks }) => (picks ?? []).flatMap(({ piece }) => piece ?? [])));
  }

  /** Cells from which a move can begin. */
  starts() {
    return new Set(this.after(this.begun).flatMap(({ cell }) => cell ?? []));
  }

  clear() {
    this.picked = [];
    this.held = null;
  }

  /**
   * Picks a cell or a piece.
   * @param {Pick} pick
   * @returns {Outcome}
   */
  pick(pick) {
    if (pick.piece && !this.after(this.all).some((next) => next.piece)) {
      this.held = this.held === pick.piece ? null : pick.piece;
      return { picked: true };
    }
    if (this.after(this.all).some((next) => same(next, pick))) {
      this.picked.push(pick);
      return this.finished() ?? { picked: true };
    }
    const last = this.picked.at(-1);
    if (last && same(last, pick)) {
      this.picked.pop();
      return { picked: true };
    }
    if (this.after(this.begun).some((next) => same(next, pick))) {
      this.picked = [pick];
      return this.finished() ?? { picked: true };
    }
    return { tried: [...this.all, pick] };
  }

  /** The move that is complete now, with the piece that was chosen in advance where it fits. */
  finished() {
    const held = this.held;
    if (held && this.after(this.all).some((next) => next.piece === held)) this.picked.push({ piece: held });
    const all = this.all;
    const whole = this.candidates.find(({ picks }) => picks?.length === all.length && picks.every((pick, i) => same(pick, all[i])));
    return whole ? { play: whole.text } : null;
  }
}
