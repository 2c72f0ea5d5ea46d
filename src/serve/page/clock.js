// The clocks of both players.

import { Events } from "./events.js";

export class Clock extends Events {
  constructor() {
    super();
    /** Milliseconds left; `null` without a clock. @type {[number, number] | null} */
    this.left = null;
    this.increment = 0;
    /** @type {0 | 1 | null} */
    this.running = null;
    this.since = 0;
    setInterval(() => this.tick(), 100);
  }

  /**
   * @param {number} minutes
   * @param {number} increment seconds
   */
  set(minutes, increment) {
    this.left = [minutes * 60000, minutes * 60000];
    this.increment = increment * 1000;
    this.running = null;
  }

  clear() {
    this.left = null;
    this.running = null;
  }

  /** What a player has left at this moment. @param {0 | 1} player */
  remaining(player) {
    if (!this.left) return 0;
    const used = this.running === player ? performance.now() - this.since : 0;
    return Math.max(0, this.left[player] - used);
  }

  /** Lets the clock of a player run, and stops the other. @param {0 | 1} player */
  start(player) {
    if (this.running === player) return;
    this.stop();
    this.running = player;
    this.since = performance.now();
  }

  /** A player has moved: the increment is added. */
  moved() {
    const player = this.running;
    this.stop();
    if (this.left && player !== null) this.left[player] += this.increment;
  }

  stop() {
    if (this.left && this.running !== null) this.left[this.running] = this.remaining(this.running);
    this.running = null;
  }

  tick() {
    if (!this.left || this.running === null) return;
    this.emit("tick");
    if (this.remaining(this.running) === 0) {
      const loser = this.running;
      this.stop();
      this.emit("flag", loser);
    }
  }
}

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 10000 && ms > 0 ? `${text.slice(0, -2)}0${(ms / 1000).toFixed(1)}` : text;
}
