// Files, the clipboard, pictures and links: how a game leaves the page and comes back.

import { el } from "./dom.js";

/**
 * Lets a person save a text or a picture.
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { value: text, class: "sr-only" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/**
 * A picture of the board as a bitmap.
 * @param {string} svgText
 * @param {number} width
 * @returns {Promise<Blob>}
 */
export async function toPng(svgText, width) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgText], { type: "image/svg+xml" }));
  try {
    await new Promise((done, fail) => {
      image.onload = done;
      image.onerror = () => fail(new Error("the picture cannot be drawn"));
      image.src = url;
    });
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * A whole game in the fragment of a link.
 * @param {{ game: string, start: string, moves: string[] }} played
 */
export function toFragment({ game, start, moves }) {
  return new URLSearchParams({ game, start, moves: moves.join("_") }).toString();
}

/**
 * @param {string} fragment
 * @returns {{ game: string, start: string, moves: string[] } | null}
 */
export function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment);
  const [game, start] = [parts.get("game"), parts.get("start")];
  if (!game || !start) return null;
  return { game, start, moves: (parts.get("moves") ?? "").split("_").filter(Boolean) };
}
