// Takes the pictures of the README: node pictures.js

import { begin, click, open, setUp, type } from "./page.js";

const folder = new URL("../../docs/pictures/", import.meta.url).pathname;

/** Milliseconds until lines and arrows are there. */
const THOUGHT = 6000;

/**
 * Opens a page, does something with it, and takes a picture.
 * @param {string} name
 * @param {Parameters<typeof open>[0]} how
 * @param {(page: import("playwright-core").Page) => Promise<void>} act
 */
async function picture(name, how, act) {
  const { page, close } = await open(how);
  try {
    await act(page);
    await page.screenshot({ path: `${folder}${name}.png` });
  } finally {
    await close();
  }
}

await picture("serve", { width: 1280, height: 760 }, async (page) => {
  await begin(page, { game: "differo" });
  await type(page, "d4e4", "f6e5", "d6e7");
  await page.check("#analysis-on");
  await page.waitForTimeout(THOUGHT);
});

await picture("serve-groups", { width: 1280, height: 760, dark: true }, async (page) => {
  await begin(page, { game: "waldmeister" });
  await type(page, "d4+sl", "d4d7+tg", "d7f5+md", "d4e4+tl", "f5g4+sd", "e4e6+mg", "d7c7+td", "e6e5+sd", "f5f4+sl");
  await page.click("#seat-bottom .outline");
  await page.waitForSelector("#board .tern-group");
});

await picture("serve-phone", { width: 360, height: 640 }, async (page) => {
  await begin(page, { game: "wali" });
  await page.click("#tab-phone-game");
  await setUp(page, "b4b/6/ww4/2w3/bb3b w 0 0 - - 0");
  await page.click("#tab-phone-analysis");
  await page.evaluate(() => scrollTo(0, 0));
  await click(page, "c2");
  await click(page, "c3");
  await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("capture"));
});
