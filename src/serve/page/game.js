// The game in progress: who plays, what was played, where we look. Asks the board engine everything else.

import { Clock } from "./clock.js";
import { Events } from "./events.js";
import { Node } from "./tree.js";
import { positionLine } from "./board-engine.js";

/**
 * @typedef {import("./board-engine.js").Look} Look
 * @typedef {{ kind: "person" | "engine", name: string, engine: string, level: string }} Player
 * @typedef {{ kind: "time" | "clock", seconds: number, minutes: number, increment: number }} Limit
 * @typedef {{ game: string, size: number, players: [Player, Player], limit: Limit }} Settings
 * @typedef {{ result: string, reason: string }} Ending
 */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  game: "wali", size: 8,
  players: [
    { kind: "person", name: "", engine: "tern", level: "" },
    { kind: "engine", name: "", engine: "tern", level: "3" },
  ],
  limit: { kind: "time", seconds: 1, minutes: 5, increment: 3 },
};

export class Game extends Events {
  /**
   * @param {import("./board-engine.js").BoardEngine} board
   * @param {(engine: string, seat: number) => import("./thinker.js").Thinker} seatThinker
   */
  constructor(board, seatThinker) {
    super();
    this.board = board;
    this.seatThinker = seatThinker;
    this.settings = DEFAULT_SETTINGS;
    this.start = "";
    /** Whether it began from a position that somebody set up. */
    this.given = false;
    this.root = new Node("", null);
    /** Where we look. */
    this.node = this.root;
    /** Where the game is. */
    this.live = this.root;
    /** @type {Look | null} */
    this.look = null;
    /** How the game at `live` ended. @type {Ending | null} */
    this.ending = null;
    this.flip = false;
    this.paused = false;
    this.clock = new Clock();
    this.clock.on("flag", (loser) => this.finish({ result: loser === 0 ? "p2win" : "p1win", reason: "time" }));
    this.looks = 0;
    this.turns = 0;
    this.turnBegan = 0;
    /** Which seat thinks. @type {0 | 1 | null} */
    this.thinking = null;
  }

  /** @param {Node} node */
  position(node) {
    return { game: this.settings.game, start: this.start, moves: node.moves() };
  }

  positionLine(node = this.node) {
    return positionLine(this.position(node));
  }

  /** Whether a person may move here and now. */
  get mayMove() {
    if (!this.look || this.look.result !== "none") return false;
    if (this.node !== this.live) return true;
    return this.ending !== null || this.settings.players[this.look.p1Turn ? 0 : 1].kind === "person";
  }

  /**
   * Begins a game, from its start or another position, perhaps with moves.
   * @param {Settings} settings
   * @param {{ start?: string, moves?: string[], flip?: boolean }} [from]
   */
  async begin(settings, { start, moves = [], flip = false } = {}) {
    const number = ++this.looks;
    // All or nothing: what cannot be set up changes nothing.
    const opened = await this.board.open({ game: settings.game, size: settings.size, start, moves }, flip);
    if (number !== this.looks) return;
    await this.halt();
    this.settings = settings;
    this.flip = flip;
    this.start = opened.start;
    this.given = start !== undefined;
    this.root = new Node("", null);
    this.live = moves.reduce((node, move) => node.play(move), this.root);
    this.node = this.live;
    this.ending = null;
    this.paused = false;
    this.clock.clear();
    if (settings.limit.kind === "clock") this.clock.set(settings.limit.minutes, settings.limit.increment);
    this.see(opened.look);
    this.emit("begin");
    this.emit("tree");
  }

  /**
   * Goes on with a game that was kept. Throws if the engine does not know it.
   * @param {{ settings: Settings, start: string, given: boolean, root: Node, node: Node, live: Node, ending: Ending | null, flip: boolean, paused: boolean, clock: [number, number] | null }} kept
   */
  async resume({ clock, ...kept }) {
    const look = await this.board.look({ game: kept.settings.game, start: kept.start, moves: kept.node.moves() }, kept.flip);
    Object.assign(this, kept);
    this.clock.clear();
    if (clock) {
      this.clock.set(kept.settings.limit.minutes, kept.settings.limit.increment);
      this.clock.left = clock;
    }
    this.see(look);
    this.emit("begin");
    this.emit("tree");
  }

  /** Takes a variation out of the tree, and steps back out of it. @param {Node} node */
  async remove(node) {
    if (!this.mayRemove(node)) return;
    const parent = /** @type {Node} */ (node.parent);
    node.remove();
    this.emit("tree");
    await this.goTo(parent);
  }

  /** What belongs to the game stays. @param {Node} node */
  mayRemove(node) {
    return node !== this.root && !this.live.path().includes(node);
  }

  /** Stops whoever thinks. */
  async halt() {
    this.turns += 1;
    this.clock.stop();
    const seat = this.thinking;
    this.thinking = null;
    if (seat !== null) await this.seatThinker(this.settings.players[seat].engine, seat).halt();
    this.emit("thinking", null);
  }

  /**
   * Looks at a position of the tree.
   * @param {Node} node
   */
  async goTo(node) {
    const next = node.parent === this.node ? node.children[0] : this.node.parent === node ? node.parent : null;
    this.node = node;
    const number = ++this.looks;
    const look = await this.board.look(this.position(node), this.flip);
    if (number !== this.looks) return;
    this.see(look);
    // Whoever walks through a game goes on the same way.
    if (next) this.board.look(this.position(next), this.flip).catch(() => undefined);
  }

  /** @param {Look} look */
  see(look) {
    this.look = look;
    if (this.node === this.live && look.result !== "none" && !look.pending) {
      this.ending = { result: look.result, reason: look.reason };
      this.clock.stop();
    }
    this.emit("look", look);
    this.turn();
  }

  /** Looks at the same position again. */
  async again() {
    await (this.look?.pending ? this.play(this.look.pending) : this.goTo(this.node));
  }

  /**
   * Plays a move or half a move from where we look. Throws what the engine has against it.
   * @param {string} text
   */
  async play(text) {
    const node = this.node;
    const number = ++this.looks;
    const look = await this.board.look({ ...this.position(node), half: text }, this.flip);
    if (number !== this.looks) return;
    if (look.pending) {
      this.look = look;
      this.emit("look", look);
      return;
    }
    this.node = this.add(node, look.lastMove);
    this.see(look);
    this.emit("played", this.node);
  }

  /**
   * Adds a move to the tree, and to the game if it was played where the game is.
   * @param {Node} node
   * @param {string} move
   */
  add(node, move) {
    const child = node.play(move);
    if (node === this.live && !this.ending) {
      child.time = Math.round(performance.now() - this.turnBegan);
      this.live = child;
      child.promote();
      this.clock.moved();
      this.turns += 1;
    }
    this.emit("tree");
    return child;
  }

  /** Takes half a move back. */
  async cancel() {
    if (this.look?.pending) await this.goTo(this.node);
  }

  /** Whose turn it is, if the game goes on: a person's clock runs, an engine thinks. */
  turn() {
    const look = this.look;
    if (!look || look.pending || this.node !== this.live || this.ending || this.paused) return;
    const seat = look.p1Turn ? 0 : 1;
    const player = this.settings.players[seat];
    if (this.clock.running !== seat) this.turnBegan = performance.now();
    if (this.clock.left && (this.live.ply > 0 || player.kind === "engine")) this.clock.start(seat);
    if (player.kind === "engine" && this.thinking !== seat) this.think(seat, player);
  }

  /**
   * @param {0 | 1} seat
   * @param {Player} player
   */
  async think(seat, player) {
    const number = ++this.turns;
    const node = this.live;
    this.thinking = seat;
    this.emit("thinking", { seat });
    try {
      const thinker = this.seatThinker(player.engine, seat);
      await thinker.set({ Game: this.settings.game, BoardSize: this.settings.size, ...(player.level ? { Level: player.level } : {}) });
      const found = await thinker.go(this.positionLine(node), this.goLine(), (_, info) => {
        if (number === this.turns) this.emit("thinking", { seat, info });
      });
      if (number !== this.turns || !found?.best) return;
      this.thinking = null;
      const here = this.node === node;
      const child = this.add(node, found.best);
      this.emit("thinking", null);
      if (here) await this.goTo(child);
      // Somebody looks elsewhere, perhaps only since now.
      if (this.node !== child) await this.carryOn(child);
      this.emit("played", child);
    } catch (error) {
      if (number !== this.turns) return;
      this.emit("trouble", { seat, error });
      await this.pause(true);
    }
  }

  /** The game goes on while somebody looks elsewhere: the next engine thinks. @param {Node} child */
  async carryOn(child) {
    const look = await this.board.look(this.position(child), this.flip);
    if (this.live !== child || this.thinking !== null || this.paused) return;
    if (look.result !== "none") this.finish({ result: look.result, reason: look.reason });
    const seat = look.p1Turn ? 0 : 1;
    if (this.clock.left && !this.ending) this.clock.start(seat);
    if (!this.ending && this.settings.players[seat].kind === "engine") this.think(seat, this.settings.players[seat]);
    await this.again();
  }

  /** How long an engine may think. */
  goLine() {
    const { limit } = this.settings;
    if (!this.clock.left) return `go movetime ${Math.max(10, Math.round(limit.seconds * 1000))}`;
    const [p1, p2] = [this.clock.remaining(0), this.clock.remaining(1)].map(Math.round);
    return `go p1time ${p1} p2time ${p2} p1inc ${this.clock.increment} p2inc ${this.clock.increment}`;
  }

  /** @param {Ending} ending */
  finish(ending) {
    this.ending = ending;
    this.halt();
    this.emit("over", ending);
    if (this.look) this.emit("look", this.look);
  }

  /** The person whose turn it is gives up; against an engine it is always the person. */
  resign() {
    const { players } = this.settings;
    const people = players.filter((player) => player.kind === "person").length;
    const loser = people === 1 ? players.findIndex((player) => player.kind === "person") : this.look?.p1Turn ? 0 : 1;
    this.finish({ result: loser === 0 ? "p2win" : "p1win", reason: "resignation" });
  }

  /** Takes back: the move before a person's turn, the engine's answer included. What was played stays in the tree. */
  async takeBack() {
    await this.halt();
    const { players } = this.settings;
    const mover = (/** @type {Node} */ node) => players[(this.firstSeat() + node.ply) % 2];
    let node = this.live.parent;
    const hasPerson = players.some((player) => player.kind === "person");
    while (node && hasPerson && mover(node).kind !== "person") node = node.parent;
    this.paused = !hasPerson;
    await this.continueFrom(node ?? this.live);
  }

  /** Who moved first: the seat that is to move at the root. */
  firstSeat() {
    const p1Turn = this.look?.p1Turn ?? true;
    return (this.node.ply + (p1Turn ? 0 : 1)) % 2;
  }

  /**
   * The game goes on from here.
   * @param {Node} node
   */
  async continueFrom(node) {
    await this.halt();
    this.live = node;
    this.ending = null;
    node.promote();
    this.emit("tree");
    await this.goTo(node);
  }

  /** @param {boolean} paused */
  async pause(paused) {
    if (paused) await this.halt();
    this.paused = paused;
    this.emit("thinking", null);
    if (this.look) this.emit("look", this.look);
    if (this.node === this.live) this.turn();
    else if (!this.ending) await this.carryOn(this.live);
  }
}
