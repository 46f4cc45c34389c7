import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { largestAmount, largestCreditLimit, largestPrice } from '../../src/foundation/money.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import {
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../../src/line/pricing/queries.ts';
import { setCreditLimit, topUp } from '../../src/money/ledger/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError } from './expect-reply.ts';

const code = { mobile: '13912345678', code: '1' };

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

async function priceOf({ call }: Caller, operation = 'sms_code', body: object = code) {
  const { priceSource, unitPrice } = (await call(operation, body)).body;
  return `${priceSource} ${unitPrice}`;
}

describe('a price', () => {
  test('agreed for an account is charged and named as such, and only there', async () => {
    const caller = await fixture.newCaller({ balance: '1' });
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 123n);
    expect(await priceOf(caller)).toBe('account 0.0123');
    expect(await priceOf(fixture)).toBe('default 0.0500');
    expect(await caller.wallet()).toEqual({ available: '0.9877', held: '0.0000' });
    await unsetAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code');
    expect(await priceOf(caller)).toBe('default 0.0500');
  });

  test('that changes applies to the very next call', async () => {
    const caller = await fixture.newCaller();
    for (const price of [700n, 500n, 701n, 500n, 702n, 500n]) {
      await setDefaultPrice(byTest(fixture.pool), 'sms_code', price);
      expect(await priceOf(caller)).toBe(`default 0.0${price}`);
    }
  });

  test('that changes without a notification still applies to the next call', async () => {
    const caller = await fixture.newCaller();
    await caller.call('sms_code', code);
    const client = await fixture.database.pool.connect();
    try {
      // Without its trigger the change is not notified; the hold sees the version in the row.
      await client.query('begin');
      await client.query('alter table products disable trigger products_changed');
      await client.query(`update products set unit_price = 900 where product = 'sms_code'`);
      await client.query('update platform set version = version + 1');
      // The audit entry waits for the commit, and a table it needs cannot be altered meanwhile.
      await client.query('set constraints all immediate');
      await client.query('alter table products enable trigger products_changed');
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await priceOf(caller)).toBe('default 0.0900');
    await setDefaultPrice(byTest(fixture.pool), 'sms_code', 500n);
  });

  test('that changed meanwhile does not make a call with an Idempotency-Key wait for itself', async () => {
    const caller = await fixture.newCaller();
    await caller.call('sms_code', code);
    await fixture.database.pool.query('update platform set version = version + 1');
    const reply = await caller.call('sms_code', code, { 'idempotency-key': 'changed' });
    expect(reply.status, reply.text).toBe(201);
  });

  test('is stored with the call, so that a later change does not affect it', async () => {
    const caller = await fixture.newCaller();
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 400n);
    const { requestId } = (await caller.call('sms_code', code)).body;
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 9_999n);
    const { rows } = await fixture.pool.query(
      `select price_source, unit_price, amount from calls where account_id = $1 and call_id = $2`,
      [caller.accountId, requestId],
    );
    expect(rows).toEqual([{ price_source: 'account', unit_price: 400n, amount: 400n }]);
  });

  test('is charged once whatever the number of parts, unless the product is priced by part', async () => {
    const caller = await fixture.newCaller({ balance: '1' });
    const long = { mobile: '13912345678', content: '中'.repeat(141) };
    expect(await priceOf(caller, 'sms_notice', long)).toBe('default 0.0500');
    expect((await caller.wallet()).available).toBe('0.9500');
    await setPerPart(byTest(fixture.pool), 'sms_notice', true);
    expect(await priceOf(caller, 'sms_notice', long)).toBe('default 0.0500');
    expect((await caller.wallet()).available).toBe('0.8000');
    const short = { mobile: '13912345678', content: '中'.repeat(70) };
    await caller.call('sms_notice', short);
    expect((await caller.wallet()).available).toBe('0.7500');
    await setPerPart(byTest(fixture.pool), 'sms_notice', false);
  });

  test('of zero is charged as zero', async () => {
    const caller = await fixture.newCaller({ balance: '0' });
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 0n);
    expect(await priceOf(caller)).toBe('account 0.0000');
    expect(await caller.wallet()).toEqual({ available: '0.0000', held: '0.0000' });
  });
});

describe('a wallet', () => {
  test('pays to its last ten-thousandth and not beyond', async () => {
    const { call, wallet, calls } = await fixture.newCaller({ balance: '0.1499' });
    expect((await call('sms_code', code)).status).toBe(201);
    expect((await call('sms_code', code)).status).toBe(201);
    expectError(await call('sms_code', code), 'balance_too_low');
    expect(await wallet()).toEqual({ available: '0.0499', held: '0.0000' });
    expect(await calls()).toBe(2);
  });

  test('pays for as many simultaneous calls as it can, and for no more', async () => {
    const { call, wallet } = await fixture.newCaller({ balance: '0.35' });
    const replies = await Promise.all(Array.from({ length: 40 }, () => call('sms_code', code)));
    const paid = replies.filter(({ status }) => status === 201);
    expect(paid).toHaveLength(7);
    for (const reply of replies.filter((one) => !paid.includes(one))) {
      expectError(reply, 'balance_too_low');
    }
    expect(await wallet()).toEqual({ available: '0.0000', held: '0.0000' });
  });

  test('goes below zero as far as its credit limit, and no further', async () => {
    const caller = await fixture.newCaller({ balance: '0.05' });
    const { accountId } = caller;
    await setCreditLimit(byTest(fixture.pool), { accountId, mode: 'test', limit: 1_000n });
    for (const status of [201, 201, 201, 403]) {
      expect((await caller.call('sms_code', code)).status).toBe(status);
    }
    expect((await caller.wallet()).available).toBe('-0.1000');
    expect((await caller.call('balance', {})).body.data.available).toBe('-0.1000');
  });

  test('of the other mode is not affected', async () => {
    const live = await fixture.newCaller({ mode: 'live' });
    const { accountId } = live;
    const test_ = await fixture.newCaller({ accountId, mode: 'test' });
    expectError(await test_.call('sms_code', code), 'balance_too_low');
    expect((await live.call('sms_code', code)).status).toBe(201);
    expect((await live.wallet()).available).toBe('999.9500');
  });
});

describe('a spend cap', () => {
  test('of a key stops only that key, at its cap', async () => {
    const capped = await fixture.newCaller({ spendCapDay: 1_200n });
    const free = await fixture.newCaller({ accountId: capped.accountId });
    for (const status of [201, 201, 403]) {
      expect((await capped.call('sms_code', code)).status).toBe(status);
    }
    expectError(await capped.call('sms_code', code), 'key_spend_cap');
    expect((await free.call('sms_code', code)).status).toBe(201);
  });

  test('of an account stops all its keys, in that mode only', async () => {
    const one = await fixture.newCaller();
    const { accountId } = one;
    const two = await fixture.newCaller({ accountId });
    await setLimits(byTest(fixture.pool), accountId, 'test', { spendCapDay: 1_000n });
    expect((await one.call('sms_code', code)).status).toBe(201);
    expect((await two.call('sms_code', code)).status).toBe(201);
    expectError(await one.call('sms_code', code), 'account_spend_cap');
    expectError(await two.call('sms_code', code), 'account_spend_cap');
    const live = await fixture.newCaller({ accountId, mode: 'live' });
    const paid = { accountId, mode: 'live', amount: 10_000n, reference: 'live' } as const;
    await topUp(byTest(fixture.pool), paid);
    for (const mobile of ['13912345670', '13912345671', '13912345672']) {
      expect((await live.call('sms_code', { ...code, mobile })).status).toBe(201);
    }
  });

  test('counts only what was charged: a refused call gives its share back', async () => {
    const capped = await fixture.newCaller({ spendCapDay: 500n });
    expectError(
      await capped.call('sms_code', { ...code, mobile: '13800000001' }),
      'provider_rejected',
    );
    expectError(
      await capped.call('sms_code', { ...code, mobile: '13800000010' }),
      'provider_unavailable',
    );
    expect((await capped.call('sms_code', code)).status).toBe(201);
    expectError(await capped.call('sms_code', code), 'key_spend_cap');
  });
});

describe('at the largest amounts', () => {
  const tooMuch = [largestPrice + 1n, largestAmount];
  const fullWallet = 900_000_000_000_000n * 10_000n;
  const long = { mobile: '13912345678', content: '中'.repeat(141) };

  /** Terms as they could be set before there was a maximum price and credit limit. */
  async function store(caller: Caller, terms: { price?: bigint; credit?: bigint; cap?: bigint }) {
    const { pool, accountId } = { pool: fixture.database.pool, accountId: caller.accountId };
    if (terms.price !== undefined) {
      await pool.query(
        `insert into account_prices (account_id, product, unit_price)
         select $1, product, $2 from products`,
        [accountId, terms.price],
      );
    }
    if (terms.credit !== undefined) {
      await pool.query(
        `update wallets set credit_limit = $2 where account_id = $1 and mode = 'test'`,
        [accountId, terms.credit],
      );
    }
    if (terms.cap !== undefined) {
      await setLimits(byTest(pool), accountId, 'test', { spendCapDay: terms.cap });
    }
  }

  test.each(tooMuch)('a price of %s is refused with a sentence', async (price) => {
    const { accountId } = fixture;
    const sentence = 'Price must be between 0 and 100000000.0000.';
    await expect(setDefaultPrice(byTest(fixture.pool), 'sms_code', price)).rejects.toThrow(
      sentence,
    );
    await expect(
      setAccountPrice(byTest(fixture.pool), accountId, 'sms_code', price),
    ).rejects.toThrow(sentence);
    const asked = { accountId, mode: 'test', limit: largestCreditLimit + 1n } as const;
    await expect(setCreditLimit(byTest(fixture.pool), asked)).rejects.toThrow(
      'Credit limit must be between 0 and 10000000000000.0000.',
    );
  });

  test('the largest price, credit limit and balance together are charged like any others', async () => {
    const caller = await fixture.newCaller({ balance: '0' });
    const { accountId } = caller;
    const asked = { accountId, mode: 'test' } as const;
    await topUp(byTest(fixture.pool), { ...asked, amount: fullWallet, reference: 'all there is' });
    await setCreditLimit(byTest(fixture.pool), { ...asked, limit: largestCreditLimit });
    await setAccountPrice(byTest(fixture.pool), accountId, 'sms_notice', largestPrice);
    await setPerPart(byTest(fixture.pool), 'sms_notice', true);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => caller.call('sms_notice', long)),
    );
    await setPerPart(byTest(fixture.pool), 'sms_notice', false);
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await caller.wallet()).available).toBe('899994000000000.0000');
  });

  test.each([
    ['a price', { price: largestAmount }],
    ['a price and a cap', { price: largestAmount, cap: largestAmount }],
    ['a price and a credit limit', { price: largestAmount, credit: largestAmount }],
  ])(
    '%s from an earlier version that cannot be paid is 403, for one call and for many',
    async (_, terms) => {
      const caller = await fixture.newCaller({ balance: '1' });
      await store(caller, terms);
      const calls = Array.from({ length: 6 }, () => caller.call('sms_code', code));
      for (const reply of await Promise.all(calls)) expectError(reply, 'balance_too_low');
      await setPerPart(byTest(fixture.pool), 'sms_notice', true);
      expectError(await caller.call('sms_notice', long), 'balance_too_low');
      await setPerPart(byTest(fixture.pool), 'sms_notice', false);
      expect(await caller.wallet()).toEqual({ available: '1.0000', held: '0.0000' });
    },
  );

  test('a credit limit from an earlier version on a full wallet still pays', async () => {
    const caller = await fixture.newCaller({ balance: '0' });
    const { accountId } = caller;
    await topUp(byTest(fixture.pool), {
      accountId,
      mode: 'test',
      amount: fullWallet,
      reference: 'full',
    });
    await store(caller, { credit: largestAmount, cap: largestAmount });
    expect((await caller.call('sms_code', code)).status).toBe(201);
    expect((await caller.wallet()).available).toBe('899999999999999.9500');
  });
});
