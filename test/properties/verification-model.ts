/** One step with a number and a purpose. */
export type Step =
  | { kind: 'start'; isSent: boolean }
  | { kind: 'guess'; isRight: boolean; byNumber: boolean }
  | { kind: 'cancel' }
  /** The job that ends what is over. */
  | { kind: 'expire' }
  | { kind: 'pass'; seconds: number };

/** What a caller may know of a verification, and what it may not. */
export interface Model {
  /** Seconds since the first step. */
  now: number;
  latest: Verification | null;
  /** The number of its verifications so far. */
  count: number;
  /** The messages and the approvals that are charged. */
  messages: number;
  approvals: number;
}

interface Verification {
  /** Which one it is. */
  number: number;
  state: 'open' | 'approved' | 'used_up' | 'cancelled';
  guesses: number;
  messages: number;
  /** The messages to the number, the newest first. */
  sent: number[];
  /** The current code, by the number of the message that carries it. */
  code: number;
  expiresAt: number;
}

export const ttlSeconds = 600;

export function newModel(): Model {
  return { now: 0, latest: null, count: 0, messages: 0, approvals: 0 };
}

/** What a start must answer: refused, not sent, or the verification that it is for. */
export function start(
  model: Model,
  isSent: boolean,
  message: number,
): 'refused' | 'failed' | number {
  const { now, latest } = model;
  const open = latest?.state === 'open' && latest.expiresAt > now ? latest : null;
  const fifth = latest?.sent[4];
  if (fifth !== undefined && fifth + 900 > now) return 'refused';
  if (open && (open.sent[0] as number) + 30 * 2 ** (Math.min(open.messages, 4) - 1) > now) {
    return 'refused';
  }
  // Nothing stays of a resend that was not sent.
  if (!isSent && open) return 'failed';
  const earlier = latest?.sent ?? [];
  if (!isSent) {
    model.latest = {
      ...{ number: model.count++, state: 'cancelled', guesses: 0, messages: 0, code: message },
      ...{ sent: earlier.slice(0, 4), expiresAt: now + ttlSeconds },
    };
    return 'failed';
  }
  model.messages++;
  const sent = [now, ...earlier].slice(0, 5);
  model.latest = open
    ? { ...open, messages: open.messages + 1, sent, code: message, expiresAt: now + ttlSeconds }
    : {
        ...{ number: model.count++, state: 'open', guesses: 0, messages: 1, sent, code: message },
        expiresAt: now + ttlSeconds,
      };
  return model.latest.number;
}

/** What a guess must answer. */
export function guess(model: Model, isRight: boolean, byNumber: boolean): string {
  const { latest, now } = model;
  const result = guessOf(latest, now, isRight);
  if (result === 'approved') model.approvals++;
  return byNumber && result !== 'approved' && result !== 'wrong' ? 'not_found' : result;
}

function guessOf(latest: Verification | null, now: number, isRight: boolean): string {
  if (!latest) return 'not_found';
  if (latest.state === 'approved' || latest.state === 'used_up') return 'used_up';
  if (latest.state === 'cancelled') return 'cancelled';
  if (latest.expiresAt <= now) return 'expired';
  latest.guesses++;
  if (isRight) latest.state = 'approved';
  else if (latest.guesses === 5) latest.state = 'used_up';
  return isRight ? 'approved' : 'wrong';
}

/** Whether its approval is held, once what is over has ended. */
export function isHeld({ latest, now }: Model): boolean {
  return latest?.state === 'open' && latest.expiresAt > now;
}

export function cancel({ latest, now }: Model): void {
  if (latest?.state === 'open' && latest.expiresAt > now) latest.state = 'cancelled';
}
