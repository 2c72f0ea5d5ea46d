// The moves of a game with all that was tried beside them: a tree whose first children are the game.

/**
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {{ score: Score, p1ToMove: boolean, depth: number, best: string | null, pv: string[] }} Judgement
 */

let next = 0;

export class Node {
  /**
   * @param {string} move
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.id = next++;
    this.move = move;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    this.ply = parent ? Number(parent.ply) + 1 : 0;
    /** What an engine thinks of the position after the move. @type {Judgement | null} */
    this.judgement = null;
    /** How good the move is: `?!`, `?`, `??` or nothing. */
    this.mark = "";
    /** Milliseconds that the player took. */
    this.time = /** @type {number | null} */ (null);
  }

  /** From the root to here, the root left out. @returns {Node[]} */
  path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  moves() {
    return this.path().map((node) => node.move);
  }

  /**
   * The child with this move; made if there is none.
   * @param {string} move
   */
  play(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(move, this);
    this.children.push(child);
    return child;
  }

  /** The end of the line that goes on with first children. @returns {Node} */
  end() {
    return this.children.length > 0 ? this.children[0].end() : this;
  }

  /** From the root to the end of the line through here. */
  line() {
    return this.end().path();
  }

  /** Makes the line to here the first one everywhere. */
  promote() {
    for (const node of this.path()) {
      const { children } = /** @type {Node} */ (node.parent);
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  /** Takes this move and all that follows out of the tree. */
  remove() {
    const siblings = this.parent?.children;
    siblings?.splice(siblings.indexOf(this), 1);
  }

  /** Every node below. @returns {Generator<Node>} */
  *all() {
    yield this;
    for (const child of this.children) yield* child.all();
  }
}

/**
 * The tree as plain data, and back.
 * @param {Node} node
 * @returns {any}
 */
export function toData(node) {
  const { move, judgement, mark, time, children } = node;
  return { move, judgement, mark, time, children: children.map(toData) };
}

/**
 * @param {any} data
 * @param {Node | null} parent
 * @returns {Node}
 */
export function fromData(data, parent = null) {
  const node = new Node(String(data.move), parent);
  node.judgement = data.judgement ?? null;
  node.mark = data.mark ?? "";
  node.time = data.time ?? null;
  node.children = data.children.map((/** @type {any} */ child) => fromData(child, node));
  return node;
}
