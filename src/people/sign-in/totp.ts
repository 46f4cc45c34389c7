import { Secret, TOTP } from 'otpauth';

const period = 30;

/** The secret of a new authenticator app, both for typing and as a URI for the QR code. */
export function makeTotp(email: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer, label: email, secret, period });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * The time step of a code; undefined when the code is wrong. The previous and next steps count too, because
 * phone clocks drift. The caller must use up the step, so that it works only once.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const delta = totp.validate({ token, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / period) + delta;
}
