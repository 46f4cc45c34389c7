import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { makeTotp, stepOfCode } from './totp.ts';

/** The secret of RFC 6238, appendix B. */
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer })
  .base32;

describe('the code of an app', () => {
  test.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [20000000000, '353130', 666666666],
  ])('at second %i is %s, as in the standard', (second, code, step) => {
    expect(stepOfCode(secret, code, second * 1000)).toBe(step);
  });

  test('is valid one step earlier or later, and no further', () => {
    const now = 1_700_000_010_000;
    const at = (steps: number) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now + steps * 30_000 });
    const step = Math.floor(now / 30_000);
    expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, at(steps), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
  });

  test('may contain a space, and has six digits', () => {
    expect(stepOfCode(secret, '287 082', 59_000)).toBe(1);
    for (const code of ['', '28708', '2870822', 'abcdef']) {
      expect(stepOfCode(secret, code, 59_000)).toBeUndefined();
    }
  });

  test('comes from a new secret each time, under the platform’s name', () => {
    const one = makeTotp('lin@example.com', 'Countersign');
    expect(one.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(makeTotp('lin@example.com', 'Countersign').secret).not.toBe(one.secret);
    expect(decodeURIComponent(one.uri)).toContain('otpauth://totp/Countersign:lin@example.com');
  });
});
