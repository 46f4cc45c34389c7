import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { eventTypes } from '../../foundation/contract/wire/event-schemas.ts';
import { createEndpoint, listEndpoints } from '../../foundation/events/endpoint-queries.ts';
import { formatMoney } from '../../foundation/money.ts';
import { refund, setCreditLimit, topUp } from '../../money/ledger/queries.ts';
import { readStatement } from '../../money/ledger/read-statement.ts';
import { findAutoTopUp, setAutoTopUp } from '../../money/payments/auto-topup-queries.ts';
import { createPayOutNote } from '../../money/statements/pay-out-note.ts';
import { findAccount, setAccountState } from '../../people/accounts/queries.ts';
import { createInvitation } from '../../people/sign-in/invitation-queries.ts';
import { createKey } from '../callers/key-queries.ts';
import {
  closeAccount,
  finishClosures,
  readOpenWork,
  recordPayOut,
  reopenAccount,
} from './close-account.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ settings: { providerTimeoutMs: 300 } });
});
afterAll(() => fixture.close());

const change = <Result>(work: (by: Change) => Promise<Result>) =>
  inChange(fixture.pool, { kind: 'command_line', name: 'tester' }, 'account.set', work);

const close = (accountId: number, whenSettled = false) =>
  change((by) => closeAccount(by, { accountId, reason: 'moved on', whenSettled }));

const stateOf = async ({ accountId }: Caller) =>
  (await findAccount(fixture.pool, accountId))?.state;

const send = (caller: Caller, mobile = '13800000000') =>
  caller.call('sms_code', { mobile, code: `${Math.floor(Math.random() * 900_000) + 100_000}` });

/** Asks about all calls without an outcome, as the jobs do in time. */
async function resolveAll(): Promise<void> {
  await fixture.pool.query('update unresolved_calls set next_try_at = now()');
  await expect.poll(() => fixture.resolve().then(fixture.findFaults)).toEqual([]);
}

test('revokes all keys, and refuses calls as for a revoked key', async () => {
  const caller = await fixture.newCaller();
  const other = await fixture.newCaller({ accountId: caller.accountId });
  expect((await send(caller)).status).toBe(201);
  await close(caller.accountId);
  expect(await stateOf(caller)).toBe('closed');
  for (const one of [caller, other]) {
    expect(await send(one)).toMatchObject({ status: 403, body: { reason: 'key_invalid' } });
  }
  expect(await caller.calls()).toBe(1);
  expect(await fixture.findFaults()).toEqual([]);
});

test('closing twice changes nothing, and only a reopened account is resumed', async () => {
  const caller = await fixture.newCaller();
  const late = await fixture.newCaller({ accountId: caller.accountId });
  const first = await close(caller.accountId);
  // As if this key had been created while the account was closed.
  await fixture.pool.query(
    'update keys set revoked_at = null where key_id = (select max(key_id) from keys)',
  );
  expect(await close(caller.accountId)).toEqual(first);
  const resume = () => setAccountState(byTest(fixture.pool), caller.accountId, 'active');
  await expect(resume()).rejects.toThrow(/closed/);
  await change((by) => reopenAccount(by, caller.accountId));
  expect(await stateOf(caller)).toBe('active');
  // Its old keys stay revoked.
  for (const one of [caller, late]) expect((await send(one)).status).toBe(403);
  expect((await send(await fixture.newCaller({ accountId: caller.accountId }))).status).toBe(201);
});

test('closing ends the automatic top-up, and reopening charges no card', async () => {
  const { accountId } = await fixture.newCaller();
  const terms = { isOn: true, threshold: 1n, amount: 100n, monthlyCap: 100n };
  const isOn = async () =>
    (await findAutoTopUp(fixture.pool, accountId, { timeZone: 'UTC', now: null }))?.isOn;
  await change((by) => setAutoTopUp(by, accountId, terms));
  await close(accountId);
  expect(await isOn()).toBe(false);
  await change((by) => setAutoTopUp(by, accountId, terms));
  await change((by) => reopenAccount(by, accountId));
  expect(await isOn()).toBe(false);
});

test('a closed account gets no new keys and invitations', async () => {
  const { accountId } = await fixture.newCaller();
  await close(accountId);
  const key = () => change((by) => createKey(by, { accountId, mode: 'live' }));
  await expect(key()).rejects.toThrow(`Account ${accountId} is closed.`);
  const invitation = { accountId, role: 'viewer', invitedBy: 'Ada' };
  const invite = () => change((by) => createInvitation(by, invitation));
  await expect(invite()).rejects.toThrow(`Account ${accountId} is closed.`);
  await change((by) => reopenAccount(by, accountId));
  expect(await key()).toMatchObject({ keyId: expect.any(Number) });
  expect(await invite()).toMatchObject({ token: expect.any(String) });
});

test('an account that was suspended when it was closed is suspended when it is reopened', async () => {
  const caller = await fixture.newCaller();
  await setAccountState(byTest(fixture.pool), caller.accountId, 'suspended');
  await close(caller.accountId);
  expect(await stateOf(caller)).toBe('closed');
  await change((by) => reopenAccount(by, caller.accountId));
  expect(await stateOf(caller)).toBe('suspended');
});

describe('while a call is open', () => {
  // @mutant src/line/closures/close-account.ts
  // - if (!isSettled(open) && !whenSettled) refuseOpen(accountId, open);
  // + if (accountId < 0) refuseOpen(accountId, open);
  test('closing is refused, names the call and changes nothing', async () => {
    const caller = await fixture.newCaller();
    const { status, body } = await send(caller, '13800000007');
    expect(status).toBe(504);
    await expect(close(caller.accountId)).rejects.toThrow(body.requestId);
    expect(await stateOf(caller)).toBe('active');
    expect((await send(caller)).status).toBe(201);
    await resolveAll();
  });

  // @mutant src/line/calls/queries.ts
  // - swept_until - interval '1 minute'
  // + now()
  test('a call that was abandoned hours ago, and that no server has found yet, is open', async () => {
    const caller = await fixture.newCaller();
    await send(caller, '13800000007');
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query('delete from unresolved_calls where account_id = $1', [caller.accountId]);
    await client.query(`update call_sweep set swept_until = now() - interval '3 hours'`);
    const { rows } = await client.query(
      `update calls set state = 'held', call_id = uuid_floor(now() - interval '2 hours')
       where account_id = $1
       returning call_id as "callId"`,
      [caller.accountId],
    );
    expect((await readOpenWork(client, caller.accountId)).calls).toEqual([rows[0].callId]);
    await client.query('rollback');
    client.release();
    await resolveAll();
  });

  test('it can wait: no new calls, and a job closes the account when the call has ended', async () => {
    const caller = await fixture.newCaller();
    await send(caller, '13800000007');
    await close(caller.accountId, true);
    expect(await stateOf(caller)).toBe('closing');
    expect((await send(caller)).status).toBe(403);
    await finishClosures(fixture.pool);
    expect(await stateOf(caller)).toBe('closing');
    await resolveAll();
    await finishClosures(fixture.pool);
    expect(await stateOf(caller)).toBe('closed');
    expect(await fixture.findFaults()).toEqual([]);
  });
});

test('fifty calls that race with closing are charged or refused, and none is left open', async () => {
  const caller = await fixture.newCaller();
  expect((await send(caller)).status).toBe(201);
  const calls = Array.from({ length: 50 }, (_, n) => send(caller, `139${10_000_000 + n}`));
  const closing = close(caller.accountId, true);
  const replies = await Promise.all(calls);
  await closing;
  const accepted = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter(({ body }) => body.reason === 'key_invalid').length;
  expect(accepted + refused).toBe(50);
  await finishClosures(fixture.pool);
  expect(await stateOf(caller)).toBe('closed');
  expect(await caller.calls()).toBe(accepted + 1);
  const { available, held } = await caller.wallet();
  expect({ available, held }).toEqual({
    available: formatMoney(10_000_000n - BigInt(accepted + 1) * 500n),
    held: '0.0000',
  });
  expect(await fixture.findFaults()).toEqual([]);
});

test('the last events are still delivered, later ones are not, and then the endpoints go', async () => {
  const caller = await fixture.newCaller();
  const { accountId, mode } = caller;
  const { pool } = fixture;
  const made = await createEndpoint(byTest(pool), {
    ...{ accountId, mode, url: 'https://hooks.example', events: eventTypes },
    ...{ description: '', sealedSecret: Buffer.from('x') },
  });
  await send(caller);
  await close(accountId);
  const waiting = async () => {
    const { rows } = await pool.query<{ type: string }>(
      `select e.type from deliveries d join events e using (account_id, event_id)
       where d.endpoint_id = $1 and d.state = 'pending' order by 1`,
      [made.endpointId],
    );
    return rows.map(({ type }) => type);
  };
  expect(await waiting()).toContain('key.revoked');
  const before = await waiting();
  await fixture.fireReceipts(10_000);
  expect(await waiting()).toEqual(before);
  await finishClosures(pool);
  expect(await listEndpoints(pool, { accountId })).toHaveLength(1);
  await pool.query(`update deliveries set state = 'delivered' where endpoint_id = $1`, [
    made.endpointId,
  ]);
  await finishClosures(pool);
  expect(await listEndpoints(pool, { accountId })).toEqual([]);
});

describe('the pay-out', () => {
  const payOut = (accountId: number, reference: string, amount = 199_500n) =>
    change((by) => recordPayOut(by, { accountId, reference, amount }));

  test('empties the live wallet once, and statements and ledger agree', async () => {
    const caller = await fixture.newCaller({ mode: 'live', balance: '20' });
    const { accountId } = caller;
    const { body } = await send(caller);
    await expect(payOut(accountId, 'P-1')).rejects.toThrow(/not closed/);
    await close(accountId);
    expect(await payOut(accountId, 'P-1')).toEqual({ isRepeat: false, available: 0n });
    expect(await payOut(accountId, 'P-1')).toEqual({ isRepeat: true, available: 0n });
    expect(await caller.wallet()).toEqual({ available: '0.0000', held: '0.0000' });
    await expect(payOut(accountId, 'P-2')).rejects.toThrow(/no balance/);
    // A refund that comes later is paid out under its own reference.
    await change((by) => refund(by, { accountId, callId: body.requestId, reason: 'late' }));
    expect(await payOut(accountId, 'P-2', 500n)).toEqual({ isRepeat: false, available: 0n });
    const month = new Date().toISOString().slice(0, 7);
    const statement = await readStatement(fixture.pool, { accountId, mode: 'live' }, month, 'UTC');
    expect(statement).toMatchObject({ isEqual: true, closing: { balance: 0n } });
    expect(statement.entries.map(({ reason }) => reason)).toContain('payout');
    expect(await fixture.findFaults()).toEqual([]);
  });

  // @mutant src/money/ledger/sql/pay-out.sql
  // -   elsif v_wallet.available < p_amount then
  // +   elsif p_account < 0 then
  test('records what was paid, although money came or went since', async () => {
    const { accountId } = await fixture.newCaller({ mode: 'live', balance: '20' });
    const { pool } = fixture;
    await close(accountId);
    const late = { accountId, mode: 'live' as const, amount: 300n, reference: 'late' };
    await topUp(byTest(pool), late);
    const platform = { currency: 'CNY', timeZone: 'UTC', region: 'CN' };
    const noteOf = () => createPayOutNote(pool, accountId, { now: new Date() }, platform);
    const first = await noteOf();
    expect(await payOut(accountId, first.number, 200_000n)).toMatchObject({ available: 300n });
    const second = await noteOf();
    expect(second.balance).toBe(300n);
    expect(second.number).not.toBe(first.number);
    await expect(payOut(accountId, first.number, 300n)).rejects.toThrow(/already used/);
    await setCreditLimit(byTest(pool), { accountId, mode: 'live', limit: 10_000n });
    await expect(payOut(accountId, second.number, 301n)).rejects.toThrow(/less than this/);
    await expect(payOut(accountId, second.number, 0n)).rejects.toThrow(/greater than 0/);
    expect(await payOut(accountId, second.number, 300n)).toMatchObject({ available: 0n });
    expect(await fixture.findFaults()).toEqual([]);
  });

  test('refuses a reference that was used for something else', async () => {
    const { accountId } = await fixture.newCaller({ mode: 'live', balance: '20' });
    const asked = { accountId, mode: 'live' as const, amount: 100n, reference: 'INV-1' };
    await topUp(byTest(fixture.pool), asked);
    await close(accountId);
    await expect(payOut(accountId, 'INV-1')).rejects.toThrow(/INV-1/);
  });
});

test('an unknown account is refused', async () => {
  await expect(close(999_999)).rejects.toThrow(/not found/);
});
