// What the engine draws over its picture: what the piece under the pointer counts on, and what a player counts on.

import { svg } from "./dom.js";

/** Milliseconds that the pointer rests on a piece before it is asked about. */
const REST = 80;

export class Overlays {
  /**
   * @param {import("./game.js").Game} game
   * @param {import("./board.js").BoardView} board
   * @param {(words: string) => void} announce
   */
  constructor(game, board, announce) {
    this.game = game;
    this.board = board;
    this.announce = announce;
    /** For which players the engine has something to show. */
    this.offered = [false, false];
    /** For which it is shown. */
    this.shown = [false, false];
    this.cell = "";
    this.numbers = { cell: 0, players: 0 };
    /** @type {number | undefined} */
    this.timer = undefined;
    board.container.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.point(cellAt(event)));
    board.container.addEventListener("pointerleave", () => this.point(""));
    board.container.addEventListener("focusin", (event) => this.point(cellAt(event), true));
    board.container.addEventListener("focusout", () => this.point(""));
  }

  /** A game has begun: is there something to show? */
  async begin() {
    const { game } = this;
    const position = game.position(game.root);
    const drawn = await Promise.all(["p1", "p2"].map((player) => game.board.overlay(position, player, false).catch(() => null)));
    this.offered = drawn.map((one) => one !== null);
    game.emit("overlays");
  }

  /** @param {number} seat */
  toggle(seat) {
    this.shown[seat] = !this.shown[seat];
    this.draw();
    this.game.emit("overlays");
  }

  /**
   * Asks about a cell that somebody points at.
   * @param {string} cell
   * @param {boolean} [aloud] for whoever does not see it
   */
  point(cell, aloud = false) {
    if (cell === this.cell) return;
    this.cell = cell;
    this.numbers.cell += 1;
    clearTimeout(this.timer);
    this.board.overlays.cell.replaceChildren();
    if (this.game.look?.pieces.has(cell)) this.timer = window.setTimeout(() => this.ask(aloud), REST);
  }

  /** @param {boolean} aloud */
  async ask(aloud) {
    const { game, board, cell } = this;
    if (board.previewing || game.look?.pending) return;
    const number = ++this.numbers.cell;
    const drawn = await game.board.overlay(game.position(game.node), cell, game.flip).catch(() => null);
    if (number !== this.numbers.cell || !drawn) return;
    const group = parse(drawn);
    board.overlays.cell.replaceChildren(group);
    if (aloud) this.announce([...group.querySelectorAll("title")].map((title) => title.textContent).join(", "));
  }

  /** Draws again, as another position is shown. */
  async draw() {
    const { game, board } = this;
    const number = ++this.numbers.players;
    const cell = this.cell;
    this.cell = "";
    this.point(cell);
    const wanted = ["p1", "p2"].filter((_, seat) => this.offered[seat] && this.shown[seat] && !game.look?.pending);
    const position = game.position(game.node);
    const drawn = await Promise.all(wanted.map((player) => game.board.overlay(position, player, game.flip).catch(() => null)));
    if (number === this.numbers.players) board.overlays.players.replaceChildren(...drawn.flatMap((one) => (one ? [parse(one)] : [])));
  }
}

/** @param {Event} event */
function cellAt(event) {
  const found = /** @type {Element} */ (event.target).closest?.("[data-cell]");
  return /** @type {SVGElement | null} */ (found)?.dataset.cell ?? "";
}

/** @param {string} group */
function parse(group) {
  const picture = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${group}</svg>`, "image/svg+xml").documentElement;
  const [first] = picture.children;
  return document.importNode(first ?? svg("g"), true);
}
