// Starts tern serve and a browser that looks at it.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { spawn } from "node:child_process";
import { after, before } from "node:test";

/** Debian's Chromium, or another that the environment names. */
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const TERN = process.env.TERN ?? new URL("../../target/debug/tern", import.meta.url).pathname;

/** Takes the page from a folder instead of the program, for whoever changes it. */
const FOLDER = process.env.TERN_PAGE ? ["--page", process.env.TERN_PAGE] : [];

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Far longer than anything here takes: a hang fails instead of blocking. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

const missing = [BROWSER, TERN].filter((file) => !existsSync(file));

/** Why the tests cannot run, if they cannot. */
export const skip = missing.length > 0 ? `skipped: there is no ${missing.join(" and no ")}` : false;

/** Starts the server; gives its address and how to end it. */
export async function serve(...words) {
  const server = spawn(TERN, ["serve", "--port", "0", ...FOLDER, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(String(text).trim()));
    server.once("exit", () => reject(new Error("tern serve ended")));
  });
  const end = () => new Promise((resolve) => {
    server.once("exit", resolve);
    server.kill("SIGINT");
  });
  return { address, end, pid: server.pid };
}

/**
 * A server, and a page of a browser that has opened it. Errors of the page are collected.
 * @param {{ width?: number, height?: number, dark?: boolean, locale?: string, words?: string[] }} [how]
 */
export async function open({ width = 1280, height = 800, dark = false, locale = "en-GB", words = [] } = {}) {
  const served = await serve(...words);
  const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: dark ? "dark" : "light", locale, permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(served.address);
  await page.waitForSelector("#board svg [data-cell]");
  const close = async () => {
    await browser.close();
    await served.end();
  };
  return { page, context, served, errors, close };
}

/**
 * Runs a test with a page of its own, which must have no errors.
 * @param {Parameters<typeof open>[0]} how
 * @param {(opened: Awaited<ReturnType<typeof open>>) => Promise<void>} run
 */
export async function withPage(how, run) {
  const opened = await open(how);
  try {
    await run(opened);
    assert.deepEqual(opened.errors, [], "the page had errors");
  } finally {
    await opened.close();
  }
}

/** One page for all tests of a file, which must have no errors; gives a function that gives it. */
export function onePage() {
  /** @type {Awaited<ReturnType<typeof open>>} */
  let opened;
  before(async () => {
    if (!skip) opened = await open();
  });
  after(async () => {
    if (skip) return;
    await opened.close();
    assert.deepEqual(opened.errors, [], "the page had errors");
  });
  return () => opened;
}

/** Begins a game through the dialogue. `who` is person or engine for each side. */
export async function begin(page, { game = "wali", size, who = ["person", "person"], level, seconds }) {
  await page.click("#new-game");
  await page.check(`dialog input[value="${game}"]`);
  if (size) await page.selectOption("dialog [name=size]", String(size));
  for (const [seat, kind] of who.entries()) {
    await page.selectOption(`dialog [name=who${seat}]`, kind === "person" ? "person" : `engine:${kind}`);
    if (kind === "tern" && level) await page.selectOption(`dialog [name=level${seat}]`, level);
  }
  if (seconds) await page.check("dialog input[value=time]");
  if (seconds) await page.fill("dialog [name=seconds]", String(seconds));
  await page.click("dialog .primary");
  await page.waitForSelector("dialog[open]", { state: "detached" });
}

/** The cell itself, under whatever stands on it. */
export const cell = (page, name) => page.locator(`#board [data-cell="${name}"]:not([data-piece])`);

/** Clicks in the middle of a cell, as a person does: on whatever is drawn there. */
export async function click(page, name) {
  let box = null;
  // The board is drawn anew after every move; a cell of the old one has no place.
  while (!box) box = await cell(page, name).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Types moves. */
export async function type(page, ...texts) {
  for (const text of texts) {
    const count = await page.locator(".move-list .move").count();
    await page.fill(".type-move input", text);
    await page.press(".type-move input", "Enter");
    await page.waitForFunction((before) => document.querySelectorAll(".move-list .move").length > before, count);
  }
}

/** Sets a position up by its text. */
export async function setUp(page, fen) {
  await page.click("text=Set up a position");
  await page.fill("dialog input", fen);
  await page.click("dialog .primary");
  await page.waitForSelector("dialog[open]", { state: "detached" });
}

/** The moves of the list. */
export const moves = (page) => page.$$eval(".move-list .move.main span:first-child", (all) => all.map((one) => one.firstChild.textContent));
