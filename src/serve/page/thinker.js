// An engine that thinks: options, searches, and the lines it finds. One search at a time; a new one stops the old.

import { parseInfo, parseOption } from "./protocol.js";
import { complaint } from "./board-engine.js";

/**
 * @typedef {import("./protocol.js").Info} Info
 * @typedef {import("./protocol.js").EngineOption} EngineOption
 * @typedef {{ best: string | null, lines: Info[] }} Found
 * @typedef {{ onInfo?: (lines: Info[], last: Info) => void, done: (found: Found | null) => void, fail: (error: Error) => void,
 *   lines: Info[], dropped: boolean }} Search
 */

export class Thinker {
  /** @param {import("./socket.js").EngineSocket} socket */
  constructor(socket) {
    this.socket = socket;
    /** @type {EngineOption[]} */
    this.options = [];
    /** What was set, to be set again after a restart. @type {Map<string, string>} */
    this.settings = new Map();
    /** @type {Search | null} */
    this.search = null;
    /** @type {Promise<void> | null} */
    this.ready = null;
    this.number = 0;
    socket.on("search", (line) => this.hear(line));
    socket.on("closed", ({ reason }) => {
      this.ready = null;
      this.search?.fail(new Error(reason));
      this.search = null;
    });
    socket.on("ended", () => {
      this.ready = null;
      this.search?.done(null);
      this.search = null;
    });
  }

  /** Starts the engine if it does not run, with all that was set before. */
  start() {
    this.ready ??= this.socket.ask(["ugi"]).then(async (lines) => {
      this.options = lines.map(parseOption).filter((option) => option !== null);
      await this.socket.ask(this.lines([...this.settings]));
    });
    return this.ready;
  }

  /** @param {[string, string][]} settings */
  lines(settings) {
    const known = (/** @type {string} */ name) => this.options.some((option) => option.name.toLowerCase() === name.toLowerCase());
    return settings.filter(([name]) => known(name)).map(([name, value]) =>
      value === "" ? `setoption name ${name}` : `setoption name ${name} value ${value}`);
  }

  /**
   * Sets those options that the engine has and that change.
   * @param {Record<string, string | number>} wanted
   */
  async set(wanted) {
    const before = new Map(this.settings);
    const changed = Object.entries(wanted).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]))
      .filter(([name, value]) => this.settings.get(name) !== value);
    const running = this.ready !== null;
    for (const [name, value] of changed) this.settings.set(name, value);
    if (!running) return this.start();
    if (changed.length === 0) return undefined;
    await this.ready;
    await this.stop();
    const error = complaint(await this.socket.ask(this.lines(changed)));
    if (!error) return undefined;
    // What the engine refuses is not asked of it again after a restart.
    this.settings = before;
    throw new Error(error);
  }

  /**
   * Searches; `null` if another search took its place.
   * @param {string} position the line
   * @param {string} go the line
   * @param {(lines: Info[], last: Info) => void} [onInfo]
   * @returns {Promise<Found | null>}
   */
  async go(position, go, onInfo) {
    const number = ++this.number;
    await this.start();
    await this.stop();
    if (number !== this.number) return null;
    const error = complaint(await this.socket.ask([position]));
    if (error) throw new Error(error);
    if (number !== this.number) return null;
    const found = new Promise((done, fail) => {
      this.search = { onInfo, done, fail, lines: [], dropped: false };
    });
    await this.socket.send(go);
    return /** @type {Promise<Found | null>} */ (found);
  }

  /** Ends the search and forgets what it found. */
  async stop() {
    const search = this.search;
    if (!search) return;
    search.dropped = true;
    const over = new Promise((resolve) => {
      const { done, fail } = search;
      search.done = () => resolve(done(null));
      search.fail = (error) => resolve(fail(error));
    });
    await this.socket.send("stop");
    await over;
  }

  /** Ends whatever runs; a search that was about to begin does not. */
  async halt() {
    this.number += 1;
    await this.stop().catch(() => undefined);
  }

  /** Makes it move with what it has found so far. */
  async hurry() {
    if (this.search) await this.socket.send("stop");
  }

  /** @param {string} line */
  hear(line) {
    const search = this.search;
    if (!search) return;
    if (line.startsWith("bestmove ")) {
      this.search = null;
      const best = line.split(" ")[1];
      search.done(search.dropped ? null : { best: best === "(none)" ? null : best, lines: search.lines });
      return;
    }
    const info = parseInfo(line);
    if (info.score && info.pv.length > 0) search.lines[info.multipv - 1] = info;
    if (!search.dropped) search.onInfo?.(search.lines, info);
  }

  close() {
    this.number += 1;
    this.socket.close();
  }
}
