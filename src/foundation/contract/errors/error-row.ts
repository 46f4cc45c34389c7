import type { Language } from '../text/languages.ts';

/**
 * What an error means for the wallet. `held`: the amount is set aside until the outcome is known.
 * `maybe_held`: it is set aside if the call had come that far, and ends the same way.
 */
export type Charged = 'no' | 'held' | 'maybe_held';

/**
 * What a caller does next. `change_request`: the same request fails again. `ask_operator`: a
 * setting of the account or the platform stands in the way. `wait`: the same request can succeed
 * later. `same_key`: repeat it with the same Idempotency-Key, so that it is carried out at most
 * once.
 */
export type Retry = 'change_request' | 'ask_operator' | 'wait' | 'same_key';

/** Words that callers read, in both languages. */
export type ErrorText = Readonly<Record<Language, string>>;

export interface ErrorRow {
  /** The HTTP status times one hundred, plus a number that is never given to another error. */
  readonly code: number;
  readonly status: number;
  readonly message: ErrorText;
  readonly cause: ErrorText;
  readonly fix: ErrorText;
  readonly charged: Charged;
  readonly retry: Retry;
  /**
   * The operations that can answer with it: every one, every paid one, every one that sends a message, those
   * whose row names it, or none because it is found before any operation.
   */
  readonly on: 'every' | 'paid' | 'sms' | 'named' | 'none';
}
