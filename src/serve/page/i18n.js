// The texts of the page in the language of whoever reads it. One file a language.

import en from "./texts/en.js";
import pt from "./texts/pt.js";

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = { en, pt };
const KEY = "tern.language";

let language = localStorage.getItem(KEY) ?? (navigator.language.startsWith("pt") ? "pt" : "en");

export function currentLanguage() {
  return language;
}

/** The other language, and what it is called. */
export function otherLanguage() {
  return language === "en" ? "pt" : "en";
}

/** @param {string} wanted */
export function setLanguage(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  localStorage.setItem(KEY, language);
}

/**
 * A text with its gaps filled: `{name}`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @param {string} [otherwise] where no file has the text
 */
export function t(key, values = {}, otherwise = key) {
  const text = LANGUAGES[language]?.[key] ?? en[key] ?? otherwise;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there is a text. @param {string} key */
export function has(key) {
  return key in en;
}

/** What a game is called; one that no file knows by its own name. @param {string} game */
export function gameName(game) {
  return t(`game.${game}`, {}, game.charAt(0).toUpperCase() + game.slice(1));
}

/** What the engine calls the players of a game. @type {Map<string, string[]>} */
const players = new Map();

/**
 * @param {string} game
 * @param {string[]} names
 */
export function learnPlayers(game, names) {
  players.set(game, names);
}

/**
 * What a side is called in a game: as the texts say, or else as the engine does.
 * @param {string} game
 * @param {number} seat
 */
export function sideName(game, seat) {
  return t(`side.${game}.${seat + 1}`, {}, players.get(game)?.[seat] || t(`side.${seat + 1}`));
}

/**
 * What a screen reader says of a cell.
 * @param {string} cell
 * @param {string | undefined} piece
 */
export function cellLabel(cell, piece) {
  return piece ? `${cell}, ${t(`piece.${piece}`, {}, piece)}` : `${cell}, ${t("emptyCell")}`;
}

/** Fills in the texts of elements that name theirs. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const text = t(/** @type {HTMLElement} */ (element).dataset.tLabel ?? "");
    element.setAttribute("aria-label", text);
    if (element.matches("button")) element.setAttribute("title", text);
  }
}
