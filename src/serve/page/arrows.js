// Arrows for moves, and rings for moves that begin and end in one cell.

import { svg } from "./dom.js";
import { picksOf } from "./protocol.js";

/**
 * From where to where a move goes; one cell if it only comes to stand there.
 * @param {string} move
 */
export function arrowOf(move) {
  const cells = (picksOf(move) ?? []).flatMap(({ cell }) => cell ?? []);
  return cells.length > 0 ? { from: cells[0], to: cells[1] ?? null } : null;
}

/**
 * @param {SVGElement} layer
 * @param {Map<string, { x: number, y: number }>} centres
 * @param {number} unit
 * @param {{ from: string, to: string | null, kind: string }} arrow
 */
export function drawArrow(layer, centres, unit, { from, to, kind }) {
  const start = centres.get(from);
  const end = to ? centres.get(to) : null;
  if (!start) return;
  if (!end) {
    layer.append(svg("circle", { class: `ring ${kind}`, cx: start.x, cy: start.y, r: unit * 0.32 }));
    return;
  }
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(start.x + ux * along - uy * aside).toFixed(1)} ${(start.y + uy * along + ux * aside).toFixed(1)}`;
  const [tail, tip] = [unit * 0.2, length - unit * 0.08];
  const neck = tip - unit * 0.3;
  const [thin, wide] = [unit * 0.055, unit * 0.17];
  const path = `M${at(tail, -thin)}L${at(neck, -thin)}L${at(neck, -wide)}L${at(tip, 0)}L${at(neck, wide)}L${at(neck, thin)}L${at(tail, thin)}z`;
  layer.append(svg("path", { class: `arrow ${kind}`, d: path }));
}
