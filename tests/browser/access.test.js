// For everybody: keyboard only, screen readers, phones, dark mode, another language; and for nobody else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";
import { begin, click, moves, skip, withPage } from "./page.js";

const AXE = skip ? "" : readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe calls serious or worse. */
async function serious(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

test("a game with the keyboard alone", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "wali" });
  await page.keyboard.press("Escape");
  await page.focus('#board [tabindex="0"]');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "a1");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  assert.deepEqual(await moves(page), ["c2"]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "c2, white");
  assert.match(await page.textContent("#announcer"), /White: c2\./);
  for (const key of ["ArrowUp", "ArrowUp", " "]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  await page.keyboard.press("/");
  await page.keyboard.type("f5\n");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 3);
  assert.deepEqual(await moves(page), ["c2", "c4", "f5"]);
}));

test("arrow keys on a board of hexagons, from either side", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "differo" });
  await page.focus('#board [data-cell="a1"]:not([data-piece])');
  const walk = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return page.evaluate(() => document.activeElement.dataset.cell);
  };
  assert.equal(await walk("ArrowRight", "ArrowRight"), "a3");
  assert.match(await walk("ArrowUp"), /^b[34]$/);
  await page.click("[data-control=flip]");
  await page.focus('#board [data-cell="a3"]:not([data-piece])');
  assert.equal(await walk("ArrowRight"), "a2");
}));

for (const [name, how] of [["light", {}], ["dark", { dark: true }], ["on a phone", { width: 360, height: 740 }]]) {
  test(`no serious violation of accessibility, ${name}`, { skip }, () => withPage(how, async ({ page }) => {
    await begin(page, { game: "waldmeister", size: 5 });
    await click(page, "c3");
    await page.waitForSelector("#picker button");
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("n");
    await page.waitForSelector("dialog[open]");
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("Escape");
    for (const tab of ["learn", "console", "game"]) {
      await page.click(`[id^=tab-][id$=-${tab}]:visible`);
      assert.deepEqual(await serious(page), [], tab);
    }
  }));
}

test("a phone shows the whole board and everything else in tabs", { skip }, () => withPage({ width: 360, height: 740 }, async ({ page }) => {
  await begin(page, { game: "waldmeister", size: 8 });
  await click(page, "d4");
  await page.click("#picker button:first-child");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 1);
  const board = await page.locator("#board svg").boundingBox();
  assert.ok(board.x >= 0 && board.x + board.width <= 360, JSON.stringify(board));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), "the page is wider than the phone");
  await page.click("#tab-phone-learn");
  await page.waitForSelector(".rules h2");
  assert.ok(!(await page.isVisible(".move-list")));
}));

test("dark mode follows the system and can be chosen", { skip }, () => withPage({ dark: true }, async ({ page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await theme(), "dark");
  const dark = await ground();
  await page.click("#theme");
  assert.equal(await theme(), "light");
  assert.notEqual(await ground(), dark);
  await page.reload();
  await page.waitForSelector("#board svg [data-cell]");
  assert.equal(await theme(), "light");
}));

test("in Portuguese, rules included", { skip }, () => withPage({ locale: "pt-PT" }, async ({ page }) => {
  assert.match(await page.textContent("#status"), /Brancas/);
  await page.click("#tab-wide-learn");
  await page.waitForSelector(".rules h3");
  assert.match(await page.textContent(".rules"), /pedra/);
  await page.click("#language");
  await page.waitForFunction(() => /White/.test(document.querySelector("#status")?.textContent ?? ""));
}));

test("the guide says what can be done and why", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "differo" });
  await page.click("#tab-wide-learn");
  await page.click(".card-box .switch");
  assert.match(await page.textContent(".advice"), /Pick one of your marked pieces/);
  assert.ok(await page.locator("#board .mark.start").count() > 5);
  await click(page, "d4");
  await page.waitForFunction(() => /From d4/.test(document.querySelector(".advice")?.textContent ?? ""));
}));

test("another page of the same browser gets no socket, even with the token", { skip }, () => withPage({}, async ({ context, served }) => {
  const [origin, token] = served.address.split("/#");
  const other = createServer((_, response) => response.end("<!doctype html><title>other</title>"));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const code = await page.evaluate(([url, word]) => new Promise((resolve) => {
    const socket = new WebSocket(url, ["tern", word]);
    socket.onopen = () => resolve("open");
    socket.onclose = (event) => resolve(event.code);
  }), [`${origin.replace("http", "ws")}/engine/tern`, token]);
  other.close();
  assert.equal(code, 1006);
}));

test("without the token the page asks for the address", { skip }, () => withPage({}, async ({ context, served, errors }) => {
  const page = await context.browser().newContext().then((fresh) => fresh.newPage());
  await page.goto(served.address.split("#")[0]);
  await page.waitForSelector("dialog[open] input");
  await page.fill("dialog input", served.address);
  await page.click("dialog .primary");
  await page.waitForSelector("#board svg [data-cell]");
  errors.length = 0;
}));

test("holding the arrow key through a hundred moves, each step measured", { skip }, () => withPage({}, async ({ page }) => {
  await begin(page, { game: "differo" });
  const played = readFileSync(new URL("hundred.txt", import.meta.url), "utf8").trim().split(/\s+/);
  const start = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w";
  await page.goto(`${page.url().split("#")[0]}#${new URLSearchParams({ game: "differo", start, moves: played.join("_") })}`);
  await page.waitForFunction((n) => document.querySelectorAll(".move-list .move").length === n, played.length);
  const times = await page.evaluate(async (n) => {
    const all = [];
    for (let i = 0; i < n; i += 1) {
      const before = performance.now();
      const shown = new Promise((resolve) => new MutationObserver((_, observer) => { observer.disconnect(); resolve(); }).observe(document.getElementById("board"), { childList: true }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
      await shown;
      all.push(performance.now() - before);
      // As fast as keyboards repeat.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return all;
  }, played.length);
  times.sort((a, b) => a - b);
  console.log(`a step: median ${times[times.length >> 1].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`);
  assert.equal(await page.locator(".move[aria-current]").count(), 0);
}));
