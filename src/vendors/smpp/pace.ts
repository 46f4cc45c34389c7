import type { Tools } from '../providers/vendor.ts';

interface PaceOptions {
  perSecond: number;
  /** No turn is taken that begins later than this. */
  withinMs: number;
  takeTurns: NonNullable<Tools['takeTurns']>;
  log: Tools['log'];
  /** Called when a message may have a turn. */
  onTurn(): void;
}

/**
 * Turns are taken for this time, so that a busy provider costs 20 statements a second, whatever its rate. A longer
 * time would keep other processes waiting.
 */
const blockMs = 50;
/** A turn may be used this much late: timers are no more exact than that. */
const slackMs = 10;
const retryMs = 100;

/**
 * Keeps a rate limit that all processes share. Turns are evenly spaced, because vendors measure in windows of their
 * own. This process takes some ahead, uses each at its time, and loses those that it does not use.
 */
export class Pace {
  readonly #options: PaceOptions;
  /** The time from one turn to the next. */
  readonly everyMs: number;
  #nextAtMs = 0;
  #left = 0;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.everyMs = 1_000 / options.perSecond;
  }

  /** Uses a turn if one is due. If none is, `onTurn` follows. */
  use(): boolean {
    const nowMs = performance.now();
    this.#dropPassed(nowMs);
    if (this.#left === 0) {
      void this.#ask();
      return false;
    }
    if (this.#nextAtMs > nowMs) {
      this.#wakeIn(this.#nextAtMs - nowMs);
      return false;
    }
    this.#left--;
    this.#nextAtMs += this.everyMs;
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #dropPassed(nowMs: number): void {
    const lateMs = nowMs - Math.max(slackMs, this.everyMs) - this.#nextAtMs;
    if (lateMs <= 0) return;
    const passed = Math.min(this.#left, Math.ceil(lateMs / this.everyMs));
    this.#left -= passed;
    this.#nextAtMs += passed * this.everyMs;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { takeTurns, withinMs, log, onTurn } = this.#options;
    const count = Math.ceil(blockMs / this.everyMs);
    try {
      const { taken, beginsInMs } = await takeTurns({ count, everyMs: this.everyMs, withinMs });
      this.#left = taken;
      // The last turn that was used is this process's own, also if no database keeps the turns.
      this.#nextAtMs = Math.max(this.#nextAtMs, performance.now() + beginsInMs);
    } catch (error) {
      log.warn({ detail: String(error) }, 'the turns of a rate limit could not be read');
    }
    this.#isAsking = false;
    if (this.#left > 0) onTurn();
    else this.#wakeIn(retryMs);
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onTurn, Math.ceil(ms));
  }
}
