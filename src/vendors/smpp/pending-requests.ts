import { NoAnswer } from '../../foundation/outbound/http-client.ts';
import { answerTo, commands, type Pdu } from './pdu.ts';

interface Pending {
  command: number;
  untilMs: number;
  /** Called at the timeout instead of a rejection, by a caller that also wants a later response. */
  onOverdue: (() => void) | undefined;
  resolve(answer: Pdu): void;
  reject(fault: Error): void;
}

/** The maximum number of overdue requests that still wait; a vendor that never answers must not fill the memory. */
const maxOverdue = 1_000;

/** The requests of one connection that have no response yet, by sequence number. */
export class PendingRequests {
  readonly #responseMs: number;
  /** In the order of requests, which is also the order of their timeouts. */
  readonly #inTime = new Map<number, Pending>();
  readonly #overdue = new Map<number, Pending>();

  constructor(responseMs: number) {
    this.#responseMs = responseMs;
  }

  get isEmpty(): boolean {
    return this.#inTime.size === 0 && this.#overdue.size === 0;
  }

  /** Rejects with NoAnswer if no response comes, because the bytes may have arrived. */
  add(sequence: number, command: number, onOverdue?: () => void): Promise<Pdu> {
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>();
    const untilMs = performance.now() + this.#responseMs;
    this.#inTime.set(sequence, { command, untilMs, onOverdue, resolve, reject });
    return promise;
  }

  settle(pdu: Pdu): void {
    const asked = this.#inTime.get(pdu.sequence) ?? this.#overdue.get(pdu.sequence);
    if (!asked) return;
    this.#inTime.delete(pdu.sequence);
    this.#overdue.delete(pdu.sequence);
    const isAnswered =
      pdu.command === answerTo(asked.command) ||
      (pdu.command === commands.genericNack && pdu.status !== 0);
    if (isAnswered) asked.resolve(pdu);
    else asked.reject(new NoAnswer('the answer was to something else'));
  }

  /** Ends the waiting for requests past their timeout, unless their caller also wants a later response. */
  expire(): void {
    const nowMs = performance.now();
    for (const [sequence, asked] of this.#inTime) {
      if (asked.untilMs > nowMs) break;
      this.#inTime.delete(sequence);
      if (!asked.onOverdue) asked.reject(new NoAnswer('no answer in time'));
      else {
        this.#overdue.set(sequence, asked);
        asked.onOverdue();
      }
    }
    for (const [sequence, { reject }] of this.#overdue) {
      if (this.#overdue.size <= maxOverdue) break;
      this.#overdue.delete(sequence);
      reject(new NoAnswer('no answer in time'));
    }
  }

  rejectAll(because: string): void {
    for (const each of [this.#overdue, this.#inTime]) {
      for (const { reject } of each.values()) reject(new NoAnswer(because));
      each.clear();
    }
  }
}
