// The course of the game: what the first player could expect after every move.

import { svg } from "./dom.js";
import { t } from "./i18n.js";
import { expectedForP1 } from "./win.js";

const [WIDTH, HEIGHT] = [320, 90];

/**
 * @param {HTMLElement} container
 * @param {import("./game.js").Game} game
 */
export function drawGraph(container, game) {
  const line = [game.root, ...game.node.line()];
  const last = Math.max(1, line.length - 1);
  const x = (/** @type {number} */ i) => (i / last) * WIDTH;
  const points = line.flatMap((node, i) => {
    if (!node.judgement) return [];
    return [{ x: x(i), y: HEIGHT * (1 - expectedForP1(node.judgement.score, node.judgement.p1ToMove)), node }];
  });
  container.hidden = points.length < 2;
  if (container.hidden) return;
  const picture = svg("svg", { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": t("graph") });
  picture.append(svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }));
  const path = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L");
  picture.append(svg("path", { class: "area", d: `M${points[0].x} ${HEIGHT}L${path}L${points[points.length - 1].x} ${HEIGHT}z` }));
  picture.append(svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), svg("path", { class: "curve", d: `M${path}` }));
  for (const { x: cx, y, node } of points) {
    if (node.mark) picture.append(svg("path", { class: `dot ${node.mark === "?!" ? "doubtful" : "bad"}`, d: `M${cx.toFixed(1)} ${y.toFixed(1)}h0` }));
  }
  const here = line.indexOf(game.node);
  if (here >= 0) picture.append(svg("path", { class: "here", d: `M${x(here)} -4V${HEIGHT + 4}` }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const i = Math.round(((event.clientX - box.left) / box.width) * last);
    if (line[i]) game.goTo(line[i]);
  });
  container.replaceChildren(picture);
}
