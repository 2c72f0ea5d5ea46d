// What a reload must not lose.

import { fromData, toData } from "./tree.js";

const [GAME, PREFERENCES] = ["tern.game", "tern.preferences"];

/** @typedef {{ on: boolean, lines: number, arrows: boolean, guide: boolean, theme: string, options: Record<string, string> }} Preferences */

/** @returns {Preferences} */
export function loadPreferences() {
  const defaults = { on: false, lines: 3, arrows: true, guide: false, theme: "", options: {} };
  return { ...defaults, ...read(PREFERENCES) };
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  write(PREFERENCES, preferences);
}

/** @param {import("./game.js").Game} game */
export function saveGame(game) {
  const way = (/** @type {import("./tree.js").Node} */ node) => node.path().map((one) => one.parent?.children.indexOf(one));
  const { settings, start, given, root, node, live, ending, flip, paused, clock } = game;
  const left = clock.left ? [clock.remaining(0), clock.remaining(1)] : null;
  write(GAME, { settings, start, given, tree: toData(root), node: way(node), live: way(live), ending, flip, paused, clock: left });
}

/**
 * Puts the game back that was saved; false if there is none.
 * @param {import("./game.js").Game} game
 */
export async function restoreGame(game) {
  const saved = read(GAME);
  if (!saved?.tree || !saved.start) return false;
  try {
    const root = fromData(saved.tree);
    const find = (/** @type {number[]} */ way) => way.reduce((node, i) => node.children[i] ?? node, root);
    const { settings, start, given, ending, flip, paused, clock } = saved;
    await game.resume({ settings, start, given, ending, flip, paused, clock, root, node: find(saved.node), live: find(saved.live) });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage is no reason to stop playing.
  }
}
