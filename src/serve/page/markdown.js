// The little Markdown that the rules are written in, as elements.

import { el } from "./dom.js";

/**
 * The section under the heading `## TITLE`.
 * @param {string} text
 * @param {string} title
 */
export function section(text, title) {
  const begin = text.indexOf(`\n## ${title}\n`);
  if (begin < 0) return "";
  const end = text.indexOf("\n## ", begin + 4);
  return text.slice(begin + 1, end < 0 ? undefined : end);
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function render(text) {
  const blocks = text.replace(/\r/g, "").split(/\n{2,}(?![^`]*```\n)/).map((block) => block.trim()).filter(Boolean);
  return blocks.flatMap((block) => renderBlock(block));
}

/**
 * @param {string} block
 * @returns {HTMLElement[]}
 */
function renderBlock(block) {
  const heading = /^(#{1,6}) (.*)$/.exec(block);
  if (heading) return [el(`h${Math.min(6, heading[1].length)}`, {}, ...inline(heading[2]))];
  if (block.startsWith("```")) {
    // Transcripts are for those who write programs.
    return block.startsWith("```tern") ? [] : [el("pre", {}, block.replace(/^```\w*\n?|\n?```$/g, ""))];
  }
  const picture = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(block);
  if (picture) return [el("figure", {}, el("img", { src: picture[2], alt: picture[1], loading: "lazy" }))];
  if (block.startsWith("|")) return [table(block)];
  if (/^(-|\d+\.) /.test(block)) return [list(block)];
  return [el("p", {}, ...inline(block.replace(/\n/g, " ")))];
}

/** @param {string} block */
function list(block) {
  const items = block.split(/\n(?=(?:-|\d+\.) )/).map((item) => item.replace(/^(-|\d+\.) /, "").replace(/\n\s*/g, " "));
  return el(block.startsWith("-") ? "ul" : "ol", {}, ...items.map((item) => el("li", {}, ...inline(item))));
}

/** @param {string} block */
function table(block) {
  const rows = block.split("\n").map((row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const body = rows.filter((_, i) => i !== 1);
  return el("table", {}, ...body.map((cells, i) => el("tr", {}, ...cells.map((cell) => el(i === 0 ? "th" : "td", {}, ...inline(cell))))));
}

/**
 * Code, bold, emphasis and links; links lead nowhere here and are only their text.
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/);
  return parts.filter(Boolean).map((part) => {
    if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return el("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return el("em", {}, part.slice(1, -1));
    const link = /^\[([^\]]+)\]/.exec(part);
    return link ? link[1] : part;
  });
}
