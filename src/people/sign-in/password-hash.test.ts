import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NoSlot } from '../../foundation/slots.ts';
import { createPasswordHasher, isWeakHash, maxHashes } from './password-hash.ts';

const password = 'a heron stands in the reeds';

describe('a hash of a password', () => {
  const hasher = createPasswordHasher();

  test('matches only its password, and differs each time', async () => {
    const [one, other] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await hasher.verify(password, one as string)).toBe(true);
    expect(await hasher.verify(`${password} `, one as string)).toBe(false);
    expect(isWeakHash(one as string)).toBe(false);
  });

  test('treats equivalent Unicode forms as the same', async () => {
    const stored = await hasher.hash('caf\u00e9 au lait, deux');
    expect(await hasher.verify('cafe\u0301 au lait, deux', stored)).toBe(true);
  });

  // @mutant src/people/sign-in/password-hash.ts
  // - timingSafeEqual(made, tag) && stored !== null
  // + timingSafeEqual(made, tag) || stored === null
  test('of an unknown person never matches, and takes as long as a real one', async () => {
    const stored = await hasher.hash(password);
    const timed = async (of: string | null) => {
      const from = performance.now();
      expect(await hasher.verify('something else', of)).toBe(false);
      return performance.now() - from;
    };
    const some: number[] = [];
    const none: number[] = [];
    for (let round = 0; round < 5; round++) {
      some.push(await timed(stored));
      none.push(await timed(null));
    }
    // Without the work it would take a thousandth of the time.
    expect(Math.min(...none)).toBeGreaterThan(Math.min(...some) / 10);
  });

  test('made with lower cost is detected, and still matches', async () => {
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 1024,
      passes: 1,
    });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const weak = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`;
    expect(isWeakHash(weak)).toBe(true);
    expect(await hasher.verify(password, weak)).toBe(true);
    expect(isWeakHash(weak.replace('m=1024,t=1', 'm=19456,t=1'))).toBe(true);
    expect(isWeakHash(weak.replace('m=1024,t=1', 'm=1024,t=2'))).toBe(true);
    expect(isWeakHash(weak.replace('m=1024,t=1', 'm=19456,t=2'))).toBe(false);
  });

  // @mutant src/people/sign-in/password-hash.ts
  // - Math.floor(cores / 2)
  // + cores
  test('takes at most half of the cores, and one where there is one', () => {
    expect([1, 2, 3, 4, 8].map(maxHashes)).toEqual([1, 1, 1, 2, 4]);
  });

  test('is refused if too many are waiting', async () => {
    const busy = createPasswordHasher({ maxRunning: 1, maxWaiting: 1 });
    // A waiter gives its slot back once, so the next three get the same result.
    for (let round = 0; round < 2; round++) {
      const asked = [1, 2, 3].map(() => busy.hash(password));
      const ended = await Promise.allSettled(asked);
      expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      expect((ended[2] as PromiseRejectedResult).reason).toBeInstanceOf(NoSlot);
    }
    expect(await busy.verify(password, await busy.hash(password))).toBe(true);
  });
});
