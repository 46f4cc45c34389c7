import { Secret, TOTP } from 'otpauth';

/** The password of every person in the tests. */
export const password = 'a heron stands in the reeds';

/** The code that an authenticator app shows for a secret, this many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}
