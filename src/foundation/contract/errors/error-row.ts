import type { Language } from '../text/languages.ts';

/**
 * What an error means for the wallet. `held`: the amount is held until the outcome is known. `maybe_held`: it
 * is held only if the call got that far, and is then settled the same way.
 */
export type Charged = 'no' | 'held' | 'maybe_held';

/**
 * What the caller does next. `change_request`: the same request fails again. `ask_operator`: a setting of the
 * account or the platform prevents the call. `wait`: the same request can succeed later. `same_key`: repeat it
 * with the same Idempotency-Key, so that it is carried out at most once.
 */
export type Retry = 'change_request' | 'ask_operator' | 'wait' | 'same_key';

/** Text for callers, in both languages. */
export type ErrorText = Readonly<Record<Language, string>>;

export interface ErrorRow {
  /** The HTTP status times one hundred, plus a number that is never reused. */
  readonly code: number;
  readonly status: number;
  readonly message: ErrorText;
  readonly cause: ErrorText;
  readonly fix: ErrorText;
  readonly charged: Charged;
  readonly retry: Retry;
  /**
   * The operations that can return it: all, all paid ones, all that send a message, those whose row names it,
   * none because it is detected before an operation is known, or none because it is returned outside the API:
   * by the console, to a vendor's callback or by a health check.
   */
  readonly on: 'every' | 'paid' | 'sms' | 'named' | 'none' | 'outside';
}
