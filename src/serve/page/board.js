// The board: the engine's own picture, made to be clicked, dragged, and walked through with keys.

import { el, svg } from "./dom.js";
import { Selection } from "./selection.js";
import { picksOf } from "./protocol.js";
import { cellLabel, t } from "./i18n.js";
import { drawArrow } from "./arrows.js";

/** @typedef {{ x: number, y: number }} Point */

/** Pixels that a pointer moves before it drags. */
const DRAG = 6;

export class BoardView {
  /**
   * @param {HTMLElement} container
   * @param {import("./game.js").Game} game
   * @param {(words: string) => void} explain shows why something cannot be done
   */
  constructor(container, game, explain) {
    this.container = container;
    this.game = game;
    this.explain = explain;
    this.selection = new Selection();
    /** The centres of the cells in the picture. @type {Map<string, Point>} */
    this.centres = new Map();
    this.unit = 100;
    /** Which board was measured. */
    this.shape = "";
    /** Where `query board` puts the cells, for the arrow keys. @type {Map<string, Point>} */
    this.places = new Map();
    /** @type {{ from: string, to: string | null, kind: string }[]} */
    this.arrows = [];
    /** Cells to point at: hints. @type {string[]} */
    this.hints = [];
    /** Show every piece that can move. */
    this.showStarts = false;
    /** @type {SVGSVGElement | null} */
    this.picture = null;
    this.layer = svg("g");
    /** What the engine draws over its picture, and about what. */
    this.overlays = { players: svg("g"), cell: svg("g") };
    this.focused = "";
    this.previewing = false;
    this.listen();
  }

  /**
   * Shows a picture.
   * @param {string} text
   */
  paint(text) {
    const hadFocus = this.container.contains(document.activeElement);
    // The policy of the page forbids styles inside of it; picture.css has the same.
    const parsed = new DOMParser().parseFromString(text.replace(/<style>.*?<\/style>/s, ""), "image/svg+xml");
    const root = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
    root.removeAttribute("width");
    root.removeAttribute("height");
    root.setAttribute("role", "group");
    const [, , width, height] = (root.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    this.container.parentElement?.style.setProperty("--ratio", String(width / height));
    this.layer = svg("g", { class: "layer", "pointer-events": "none" });
    if (!this.previewing) root.append(this.overlays.players, this.overlays.cell);
    root.append(this.layer);
    this.container.replaceChildren(root);
    this.picture = root;
    this.measure(root);
    if (hadFocus) this.focus(this.focused);
  }

  /** Finds the centres of the cells; they change with the board and its side only. @param {SVGSVGElement} root */
  measure(root) {
    const shape = `${root.getAttribute("viewBox")} ${root.querySelectorAll("[data-cell]:not([data-piece])").length}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.centres = new Map();
    for (const cell of this.cells()) {
      const box = cell.getBBox();
      this.centres.set(cell.dataset.cell ?? "", { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    const [first, ...others] = [...this.centres.values()];
    this.unit = Math.min(...others.map(({ x, y }) => Math.hypot(x - first.x, y - first.y)));
    root.style.setProperty("--unit", String(this.unit));
  }

  /** The elements that are cells, not pieces. @returns {SVGGraphicsElement[]} */
  cells() {
    return this.picture ? [...this.picture.querySelectorAll("[data-cell]:not([data-piece])")].map((cell) => /** @type {SVGGraphicsElement} */ (cell)) : [];
  }

  /** @param {import("./board-engine.js").Look} look */
  show(look) {
    this.previewing = false;
    const held = this.selection.held;
    this.selection = new Selection(this.game.mayMove ? look.candidates : [], look.pending ? picksOf(look.pending) ?? [] : []);
    this.hints = [];
    this.paint(look.svg);
    for (const cell of this.cells()) {
      const name = cell.dataset.cell ?? "";
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "-1");
      cell.setAttribute("aria-label", cellLabel(name, look.pieces.get(name)));
    }
    this.roving(this.focused);
    if (held && look.pending && this.selection.pieces().has(held)) this.choose({ piece: held });
    else this.decorate();
  }

  /**
   * Shows another position for a moment.
   * @param {string | null} text
   */
  preview(text) {
    if (text === null && this.previewing && this.game.look) this.show(this.game.look);
    else if (text !== null) {
      this.previewing = true;
      this.paint(text);
      this.container.classList.add("preview");
    }
    if (text === null) this.container.classList.remove("preview");
  }

  /** Shows arrows, if they are others than before. @param {{ from: string, to: string | null, kind: string }[]} arrows */
  point(arrows) {
    if (JSON.stringify(arrows) === JSON.stringify(this.arrows)) return;
    this.arrows = arrows;
    this.decorate();
  }

  /** Draws what is selected, where it can go, arrows and hints. */
  decorate() {
    if (this.previewing) return;
    this.layer.replaceChildren();
    const { selection } = this;
    this.container.dataset.drawn = String(Number(this.container.dataset.drawn ?? 0) + 1);
    const mark = (/** @type {string} */ cell, /** @type {string} */ kind, /** @type {number} */ radius) => {
      const at = this.centres.get(cell);
      if (at) this.layer.append(svg("circle", { class: `mark ${kind}`, cx: at.x, cy: at.y, r: radius * this.unit }));
    };
    if (this.showStarts && selection.all.length === 0) for (const cell of selection.starts()) mark(cell, "start", 0.44);
    for (const { cell } of selection.picked) if (cell) mark(cell, "picked", 0.44);
    // What a pending half move waits for is marked in the picture.
    if ((selection.all.length > 0 || selection.held) && !this.game.look?.pending) {
      for (const cell of selection.cells()) mark(cell, this.game.look?.pieces.has(cell) ? "target-piece" : "target", this.game.look?.pieces.has(cell) ? 0.44 : 0.14);
    }
    for (const cell of this.hints) mark(cell, "hint", 0.46);
    for (const arrow of this.arrows) drawArrow(this.layer, this.centres, this.unit, arrow);
    if (this.focused && this.container.contains(document.activeElement)) mark(this.focused, "focus", 0.48);
    this.markHand();
    this.markCells();
    this.game.emit("selection", selection);
  }

  /** The piece that was chosen in advance. */
  markHand() {
    const player = this.game.look?.p1Turn ? "p1" : "p2";
    for (const piece of this.picture?.querySelectorAll("[data-hand]") ?? []) {
      const { hand, piece: kind } = /** @type {SVGElement} */ (piece).dataset;
      const next = this.selection.pieces();
      const mine = hand === player && this.game.mayMove && (next.size === 0 || next.has(kind ?? ""));
      piece.classList.toggle("can", mine);
      piece.classList.toggle("held", mine && this.selection.held === kind);
    }
  }

  /** Cells that can be clicked say so. */
  markCells() {
    const next = new Set([...this.selection.cells(), ...this.selection.starts()]);
    for (const cell of this.picture?.querySelectorAll("[data-cell]") ?? []) {
      cell.classList.toggle("can", next.has(/** @type {SVGElement} */ (cell).dataset.cell ?? ""));
    }
  }

  /**
   * A cell or a piece of the hand was chosen.
   * @param {import("./protocol.js").Pick} pick
   */
  async choose(pick) {
    if (this.previewing || !this.game.look) return;
    if (!this.game.mayMove) {
      this.explain(this.game.look.result !== "none" ? t("gameIsOver") : t("notYourTurn"));
      return;
    }
    const outcome = this.selection.pick(pick);
    if ("play" in outcome) await this.game.play(outcome.play).catch((error) => this.explain(error.message));
    else if ("tried" in outcome) await this.tryOut(outcome.tried);
    else {
      this.explain("");
      this.decorate();
    }
  }

  /** Asks the engine what is wrong with a move. @param {import("./protocol.js").Pick[]} picks */
  async tryOut(picks) {
    const { look, node } = this.game;
    const position = this.game.position(node);
    const last = picks[picks.length - 1];
    const words = picks.map((pick) => pick.cell ?? `+${pick.piece}`).join("");
    const line = look?.pending ? `${look.awaits} ${last.cell ?? last.piece}` : `move ${words}`;
    const error = await this.game.board.objectionTo({ ...position, half: look?.pending }, line);
    this.selection.clear();
    this.decorate();
    this.explain(error ?? "");
  }

  /** Takes back what was picked; then half a move. */
  async escape() {
    this.explain("");
    if (this.selection.picked.length > 0 || this.selection.held) {
      this.selection.clear();
      this.decorate();
    } else await this.game.cancel();
  }

  listen() {
    const { container } = this;
    /** @type {{ cell: string, x: number, y: number, pieces: SVGElement[], dragging: boolean } | null} */
    let grip = null;
    const target = (/** @type {Event} */ event) => /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-cell], [data-hand]"));
    container.addEventListener("pointerdown", (event) => {
      const found = target(event);
      if (!found || event.button !== 0) return;
      // The keys stay with the game unless the board was entered with Tab.
      event.preventDefault();
      const cell = found.dataset.cell;
      if (!cell) {
        this.choose({ piece: found.dataset.piece });
        return;
      }
      const pieces = [...(this.picture?.querySelectorAll(`[data-piece][data-cell="${cell}"]`) ?? [])];
      const last = this.selection.picked.at(-1);
      const picksUp = this.selection.starts().has(cell) && last?.cell !== cell && this.selection.begun.length === 0 && pieces.length > 0;
      grip = { cell, x: event.clientX, y: event.clientY, pieces: pieces.map((piece) => /** @type {SVGElement} */ (piece)), dragging: false };
      if (picksUp) this.choose({ cell });
      else grip.pieces = [];
    });
    window.addEventListener("pointermove", (event) => {
      if (!grip || grip.pieces.length === 0 || !this.picture) return;
      const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
      if (!grip.dragging && Math.hypot(dx, dy) < DRAG) return;
      grip.dragging = true;
      const scale = this.picture.viewBox.baseVal.width / (this.picture.getScreenCTM()?.a ? this.picture.viewBox.baseVal.width * /** @type {DOMMatrix} */ (this.picture.getScreenCTM()).a : 1);
      for (const piece of grip.pieces) {
        piece.classList.add("dragged");
        piece.style.translate = `${dx * scale}px ${dy * scale}px`;
      }
    });
    window.addEventListener("pointerup", (event) => {
      const held = grip;
      grip = null;
      if (!held) return;
      for (const piece of held.pieces) {
        piece.classList.remove("dragged");
        piece.style.translate = "";
      }
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
      const cell = /** @type {SVGElement | null} */ (under)?.dataset.cell;
      if (held.dragging && cell && cell !== held.cell) this.choose({ cell });
      else if (!held.dragging && held.pieces.length === 0 && cell === held.cell) this.choose({ cell });
    });
    container.addEventListener("click", (event) => {
      // Screen readers click without a pointer.
      const found = target(event);
      if (event.detail === 0 && found?.dataset.cell) this.choose({ cell: found.dataset.cell });
    });
    container.addEventListener("keydown", (event) => this.key(event));
    container.addEventListener("focusin", (event) => {
      this.focused = target(event)?.dataset.cell ?? this.focused;
      this.decorate();
    });
    container.addEventListener("focusout", () => setTimeout(() => this.decorate()));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const directions = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const direction = directions[event.key];
    if (direction) this.walk(direction);
    else if (event.key === "Enter" || event.key === " ") this.choose({ cell: this.focused });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the nearest cell in a direction. @param {[number, number]} direction */
  walk([right, up]) {
    const here = this.places.get(this.focused);
    if (!here) return;
    const turn = this.game.flip ? -1 : 1;
    let best = { cell: this.focused, cost: Infinity };
    for (const [cell, { x, y }] of this.places) {
      const [dx, dy] = [(x - here.x) * turn, (y - here.y) * turn];
      const [along, aside] = right ? [dx * right, Math.abs(dy)] : [dy * up, Math.abs(dx)];
      const cost = along + aside;
      // Less than half right ahead is another direction.
      if (along > 0.1 && aside <= along * 1.2 && cost < best.cost) best = { cell, cost };
    }
    this.focus(best.cell);
  }

  /** @param {string} cell */
  focus(cell) {
    this.roving(cell);
    const element = this.cells().find((one) => one.dataset.cell === this.focused);
    /** @type {any} */ (element)?.focus({ preventScroll: true });
    this.decorate();
  }

  /** One cell can be reached with Tab: the last one. @param {string} cell */
  roving(cell) {
    const cells = this.cells();
    const chosen = cells.find((one) => one.dataset.cell === cell) ?? cells[0];
    for (const one of cells) one.setAttribute("tabindex", one === chosen ? "0" : "-1");
    this.focused = chosen?.dataset.cell ?? "";
  }
}

/**
 * The pieces of the hand as buttons, large enough for a finger.
 * @param {HTMLElement} picker
 * @param {Selection} selection
 * @param {BoardView} board
 */
export function showPicker(picker, selection, board) {
  const pieces = [...selection.pieces()];
  picker.hidden = pieces.length === 0;
  const look = board.game.look;
  picker.replaceChildren(...pieces.map((piece) => {
    const count = look?.hands.find((hand) => hand.piece === piece && hand.player === (look.p1Turn ? 1 : 2))?.count ?? 0;
    return el("button", {
      class: "piece", "aria-pressed": selection.held === piece, title: t(`piece.${piece}`, {}, piece),
      onclick: () => board.choose({ piece }),
    }, el("span", { class: "sr-only" }, `${t(`piece.${piece}`, {}, piece)}, `), icon(piece), el("span", { class: "count" }, String(count)));
  }));
}

/** A piece as the engine draws it, if it has a drawing of its own. @param {string} piece */
function icon(piece) {
  if (!document.getElementById(`tern-${piece}`)) return el("span", {}, piece);
  return svg("svg", { viewBox: "-42 -62 84 112", class: "tree", "aria-hidden": "true" }, svg("use", { href: `#tern-${piece}` }));
}
