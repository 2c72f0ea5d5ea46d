// One socket, one engine: lines in, lines out, and questions that wait for their answers.

import { Events } from "./events.js";

/**
 * @typedef {{ at: number, from: string, sent: boolean, line: string }} Spoken
 * @typedef {{ lines: string[], done: (lines: string[]) => void, fail: (error: Error) => void }} Fence
 */

/** Every line of every socket passes here, for the console. */
export const wire = new Events();

/** Closed because nobody asked anything for long: the next question starts the engine again. */
export const IDLE = 4002;

/** The socket that was opened before this script was there; once, and if it is of use. @param {string} url */
function takeEarly(url) {
  const early = /** @type {{ ternEarly?: WebSocket }} */ (window).ternEarly;
  delete (/** @type {{ ternEarly?: WebSocket }} */ (window).ternEarly);
  return early && early.url === url && early.readyState <= WebSocket.OPEN ? early : null;
}

export class EngineSocket extends Events {
  /**
   * @param {string} engine the name of an engine of the server's
   * @param {string} label what the console calls it
   * @param {string} token
   */
  constructor(engine, label, token) {
    super();
    this.engine = engine;
    this.label = label;
    this.token = token;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    /** @type {Fence[]} */
    this.fences = [];
    /** Why it cannot be used; `null` if it can. */
    this.dead = /** @type {string | null} */ (null);
  }

  /** Opens the socket if it is not open. */
  open() {
    if (this.dead !== null) return Promise.reject(new Error(this.dead));
    this.opening ??= new Promise((resolve, reject) => {
      const url = `ws://${location.host}/engine/${encodeURIComponent(this.engine)}`;
      const socket = takeEarly(url) ?? new WebSocket(url, ["tern", this.token]);
      this.socket = socket;
      const opened = () => {
        resolve();
        wire.emit("sockets");
      };
      if (socket.readyState === WebSocket.OPEN) opened();
      else socket.onopen = opened;
      socket.onmessage = (event) => this.hear(String(event.data));
      socket.onclose = (event) => {
        this.closed(event);
        reject(new Error(event.reason || "the connection failed"));
      };
    });
    return this.opening;
  }

  /** @param {CloseEvent} event */
  closed(event) {
    this.socket = null;
    this.opening = null;
    const reason = event.reason || (event.wasClean ? "" : "connection");
    const fences = this.fences.splice(0);
    for (const fence of fences) fence.fail(new Error(reason));
    if (event.code === 1000 || event.code === 1005) return;
    wire.emit("line", { at: Date.now(), from: this.label, sent: false, line: `(${event.code}) ${reason}` });
    if (event.code !== IDLE) this.dead = reason;
    this.emit("closed", { code: event.code, reason });
  }

  /** Makes an engine that died usable again; it is started by the next word to it. */
  revive() {
    this.dead = null;
  }

  /** Ends the engine. How the socket then closes is of no interest. */
  close() {
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.onmessage = null;
      this.socket.close(1000);
    }
    this.socket = null;
    this.opening = null;
    for (const fence of this.fences.splice(0)) fence.fail(new Error("closed"));
    this.emit("ended");
    wire.emit("sockets");
  }

  /** @param {string} line */
  hear(line) {
    wire.emit("line", { at: Date.now(), from: this.label, sent: false, line });
    if (line.startsWith("info ") || line.startsWith("bestmove ")) {
      this.emit("search", line);
      return;
    }
    const fence = this.fences[0];
    if (fence && line === "readyok") {
      this.fences.shift();
      fence.done(fence.lines);
    } else if (fence) fence.lines.push(line);
    else this.emit("stray", line);
  }

  /**
   * Sends a line; opens the socket first where needed.
   * @param {string} line
   */
  async send(line) {
    if (this.socket?.readyState !== WebSocket.OPEN) await this.open();
    wire.emit("line", { at: Date.now(), from: this.label, sent: true, line });
    this.socket?.send(line);
  }

  /**
   * Sends lines and gives all that the engine says until it is ready again.
   * @param {string[]} lines
   * @returns {Promise<string[]>}
   */
  async ask(lines) {
    if (this.socket?.readyState !== WebSocket.OPEN) await this.open();
    const answer = new Promise((done, fail) => this.fences.push({ lines: [], done, fail }));
    for (const line of [...lines, "isready"]) {
      wire.emit("line", { at: Date.now(), from: this.label, sent: true, line });
      this.socket?.send(line);
    }
    return /** @type {Promise<string[]>} */ (answer);
  }
}
