// Small drawings for buttons.

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M19 5l-8 7 8 7M6 5v14",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M5 5l8 7-8 7M18 5v14",
  flip: "M7 4v13M3 13l4 4 4-4M17 20V7M13 11l4-4 4 4",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5.9 1.2 1 2.1h5c.1-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  outline: "M7 4h6l4 4v5l-4 4H7l-4-4V8zM17 13l4 3-3 5-5-1",
  hurry: "M4 5l8 7-8 7M12 5l8 7-8 7",
};

/** @param {string} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/** Puts icons into the buttons that name theirs. @param {ParentNode} root */
export function addIcons(root) {
  for (const element of root.querySelectorAll("[data-icon]")) {
    element.replaceChildren(icon(/** @type {HTMLElement} */ (element).dataset.icon ?? ""));
  }
}
