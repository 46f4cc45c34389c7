import { BlockList } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../foundation/clock.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { makeApiKey } from './api-key.ts';
import { authenticate, requireListed, takeRateSlot } from './authenticate.ts';
import type { Principal } from './principal.ts';
import type { PrincipalCache } from './principal-cache.ts';

const apiKey = makeApiKey('live');
const clock = createMovableClock(new Date('2026-03-01T12:00:00Z'));
const good = {
  accountId: 1,
  keyId: 7,
  isRevoked: false,
  expiresAtMs: Number.POSITIVE_INFINITY,
  addresses: null,
  perSecond: null,
} as Principal;

let rateLimiter = createRateLimiter();
/** The keys that were looked up, each with the address it came from. */
let loaded: string[];

beforeEach(() => {
  rateLimiter = createRateLimiter();
  loaded = [];
});

/** This is cell 3; of the others, only the address of cell 5 is known, and there is no cell 9. */
const cells = {
  cell: 3,
  list: [],
  urlOf: (cell: number) => (cell === 5 ? 'https://five.example' : cell === 9 ? null : undefined),
};

interface Asked {
  /** The cached principal; undefined if the key must be looked up. */
  known?: Principal | null;
  /** The result of the lookup. */
  found?: Principal | null;
  apiKey?: string | undefined;
  address?: string;
  hasAuthorization?: boolean;
}

/** The caller, or the error that it gets. */
async function ask(asked: Asked): Promise<Principal | ApiError> {
  const { known, found = null, address = '192.0.2.1', hasAuthorization = false } = asked;
  const principals = {
    known: () => known,
    load: async (key: string, from: string) => {
      loaded.push(`${key} ${from}`);
      return found;
    },
  } as unknown as PrincipalCache;
  const credentials = { apiKey: 'apiKey' in asked ? asked.apiKey : apiKey, address };
  try {
    const ports = { principals, rateLimiter, clock, cells };
    const caller = await authenticate(ports, { ...credentials, hasAuthorization });
    requireListed(caller, credentials);
    takeRateSlot(ports, caller);
    return caller;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
}

async function reasonOf(asked: Asked): Promise<string | undefined> {
  const answer = await ask(asked);
  return answer instanceof ApiError ? answer.reason : undefined;
}

describe('a key with the number of a cell', () => {
  test('of this cell is looked up', async () => {
    expect(await ask({ apiKey: makeApiKey('live', 3), found: good })).toBe(good);
  });

  // @mutant src/foundation/cell/require-own-cell.ts
  // - && cell !== own;
  // + && false;
  test('of another cell is not looked up, and is told where it belongs', async () => {
    const answer = (await ask({ apiKey: makeApiKey('live', 5), found: good })) as ApiError;
    expect(answer.reason).toBe('wrong_cell');
    expect(answer.details).toEqual([
      {
        field: 'x-api-key',
        problem: expect.objectContaining({
          en: 'belongs to installation 5, at https://five.example',
        }),
      },
    ]);
    expect(await reasonOf({ apiKey: makeApiKey('live', 6), found: good })).toBe('wrong_cell');
    expect(await reasonOf({ apiKey: makeApiKey('live', 9), found: good })).toBe('key_invalid');
    expect(loaded).toEqual([]);
  });

  test('is told nothing if its checksum is wrong', async () => {
    const forged = `cs_live_5_${'a'.repeat(38)}`;
    expect(await reasonOf({ apiKey: forged })).toBe('key_invalid');
  });
});

describe('a key', () => {
  test('in the cache is not looked up again', async () => {
    expect(await ask({ known: good })).toBe(good);
    expect(loaded).toEqual([]);
  });

  test('not in the cache is looked up for the address that sent it', async () => {
    expect(await ask({ found: good, address: '192.0.2.9' })).toBe(good);
    expect(loaded).toEqual([`${apiKey} 192.0.2.9`]);
  });

  test('that is known not to exist, or is not found, is invalid', async () => {
    expect(await reasonOf({ known: null, found: good })).toBe('key_invalid');
    expect(loaded).toEqual([]);
    expect(await reasonOf({ found: null })).toBe('key_invalid');
  });

  test('with a wrong checksum is never looked up', async () => {
    const last = apiKey.endsWith('a') ? 'b' : 'a';
    for (const typo of [apiKey.slice(0, -1) + last, 'nonsense', ` ${apiKey}`]) {
      expect(await reasonOf({ apiKey: typo, found: good })).toBe('key_invalid');
    }
    expect(loaded).toEqual([]);
  });

  // @mutant src/line/callers/authenticate.ts
  // - !isRevoked &&
  test('that is revoked is invalid', async () => {
    expect(await reasonOf({ known: { ...good, isRevoked: true } })).toBe('key_invalid');
  });

  test.each([
    [1, undefined],
    [0, 'key_invalid'],
    [-1, 'key_invalid'],
  ])('that has %i ms left: %s', async (left, reason) => {
    const known = { ...good, expiresAtMs: clock.nowMs() + left };
    expect(await reasonOf({ known })).toBe(reason);
  });

  test('that is absent or empty is reported as missing; a caller with another header is told the right one', async () => {
    for (const missing of [undefined, '']) {
      const answer = await ask({ apiKey: missing });
      expect(answer).toMatchObject({ reason: 'key_missing' });
      expect((answer as ApiError).details ?? []).toEqual([]);
    }
    expect(await ask({ apiKey: undefined, hasAuthorization: true })).toMatchObject({
      reason: 'key_missing',
      details: [{ field: 'x-api-key' }],
    });
  });
});

describe('a key with an IP allowlist', () => {
  const addresses = new BlockList();
  addresses.addSubnet('10.1.0.0', 16, 'ipv4');
  addresses.addSubnet('2001:db8::', 32, 'ipv6');
  const known = { ...good, addresses };

  test.each(['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '2001:db8::1'])(
    'works from %s',
    async (address) => expect(await ask({ known, address })).toBe(known),
  );

  // @mutant src/line/callers/authenticate.ts
  // - addresses && !isListed
  // + addresses && isListed
  test.each(['10.2.0.0', '10.0.255.255', '::ffff:10.2.0.1', '2001:db9::1', '::1'])(
    'is refused from %s',
    async (address) => expect(await reasonOf({ known, address })).toBe('address_not_allowed'),
  );

  test('that is invalid is reported as invalid, without revealing its list', async () => {
    const revoked = { ...known, isRevoked: true };
    expect(await reasonOf({ known: revoked, address: '::1' })).toBe('key_invalid');
  });
});

describe('a key with a rate limit', () => {
  test('has its own limit, and is told when to retry', async () => {
    const known = { ...good, perSecond: 2 };
    expect([await reasonOf({ known }), await reasonOf({ known })]).toEqual([undefined, undefined]);
    expect(await ask({ known })).toMatchObject({
      reason: 'rate_limited_key',
      headers: { 'retry-after': '1', 'ratelimit-policy': '"key";q=2;w=1' },
    });
    expect(await reasonOf({ known: { ...known, keyId: 8 } })).toBeUndefined();
  });

  test('is not used up by callers who may not use it', async () => {
    const known = { ...good, perSecond: 1 };
    await ask({ known: { ...known, isRevoked: true } });
    await ask({ known: { ...known, addresses: new BlockList() } });
    expect(await reasonOf({ known })).toBeUndefined();
  });

  test('of none is unlimited', async () => {
    for (let call = 0; call < 50; call++) expect(await reasonOf({ known: good })).toBeUndefined();
  });
});
