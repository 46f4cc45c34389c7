import { Secret, TOTP } from 'otpauth';

const period = 30;

/** The secret of a new authenticator app, as it is typed, and as its code is scanned. */
export function makeTotp(email: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer, label: email, secret, period });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * The step that a code is of, undefined when it is of none: clocks of phones go wrong, so the step
 * before and the one behind are good as well. Whoever takes a step takes no step twice.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const delta = totp.validate({ token, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / period) + delta;
}
