import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { cutOffDatabase } from '../../../test/kit/database-outage.ts';
import type { Caller } from '../../../test/kit/fixture.ts';
import {
  createRehearsalFixture,
  type RehearsalFixture,
} from '../../../test/vendors/rehearsal-fixture.ts';
import type { Rehearsed } from '../../../test/vendors/rehearse.ts';
import { resolveCalls } from '../../line/calls/resolve-calls.ts';
import {
  type SaidReceipt,
  takeEarlyReceipts,
  takeReceipts,
} from '../../products/messages/receipt-queries.ts';
import type { ReceiptWriter } from '../../products/messages/receipt-writer.ts';
import { httpFaceSimulator } from '../../vendors/simulators/http-face.ts';
import { huaweiSimulator } from '../../vendors/simulators/huawei.ts';
import type { CallbackRequest, HttpSimulator, Taken } from '../../vendors/simulators/simulator.ts';
import { yunpianSimulator } from '../../vendors/simulators/yunpian.ts';
import { keepReceipts } from './take-callback.ts';

/** It signs nothing and can be queried. */
let unsigned: Rehearsed;
/** It signs, reports every part, and cannot be queried. */
let signed: Rehearsed;
let rehearsal: RehearsalFixture;
let sender: Caller;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture({ withJobs: false });
  unsigned = await rehearsal.addProvider(yunpianSimulator);
  signed = await rehearsal.addProvider(huaweiSimulator);
  sender = await rehearsal.newCaller('sms_code', [unsigned]);
});
afterAll(() => rehearsal.close());
beforeEach(async () => {
  for (const { running } of [unsigned, signed]) await running.misbehave(['no_receipt']);
});

let numbers = 0;

interface Sent {
  requestId: string;
  taken: Taken;
}

/** Sends a code that its vendor does not report on. */
async function send(caller = sender, { running } = unsigned): Promise<Sent> {
  const mobile = `139${String(56_780_000 + numbers++)}`;
  const { body } = await caller.call('sms_code', { mobile, code: '482913' });
  return { requestId: body.requestId, taken: running.taken.at(-1) as Taken };
}

async function say(
  { headers, body, query = '', method }: CallbackRequest,
  key = unsigned.running.callbackKey,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${rehearsal.fixture.url}/callbacks/${key}${query}`, {
    method,
    headers,
    body,
  });
  return { status: reply.status, text: await reply.text() };
}

function wordOn(
  taken: Taken,
  state: Taken['state'] = 'delivered',
  { simulator, running }: Rehearsed = unsigned,
): CallbackRequest {
  return (simulator as HttpSimulator).receipt({ ...taken, state }, running) as CallbackRequest;
}

/** Several Yunpian receipts in one request. */
function together(...words: CallbackRequest[]): CallbackRequest {
  const lists = words.map(({ body }) => new URLSearchParams(body).get('sms_status') ?? '');
  const items = `[${lists.map((list) => list.slice(1, -1)).join(',')}]`;
  return {
    ...(words[0] as CallbackRequest),
    body: new URLSearchParams({ sms_status: items }).toString(),
  };
}

/**
 * An unresolved call is not queried by itself, however long a test takes: only a receipt makes it
 * due.
 */
const askLater = () =>
  rehearsal.fixture.pool.query(
    `update unresolved_calls set next_try_at = now() + interval '1 hour'`,
  );

async function stateOf({ requestId }: Pick<Sent, 'requestId'>) {
  const { rows } = await rehearsal.fixture.pool.query(
    `select c.state, c.message_state as message, (
       select count(*)::integer from receipts r
       where r.account_id = c.account_id and r.call_id = c.call_id
     ) as receipts
     from calls c where c.call_id = $1`,
    [requestId],
  );
  return rows[0];
}

describe('a callback', () => {
  test('to an unknown address gets 404, whatever it says', async () => {
    const { taken } = await send();
    expect((await say(wordOn(taken), 'x'.repeat(32))).status).toBe(404);
    expect((await say(wordOn(taken), '%00')).status).toBe(404);
  });

  // @mutant src/surfaces/callbacks/take-callback.ts
  // - signature: { status: 403,
  // + signature: { status: 200,
  test('with a forged signature gets 403 and changes nothing', async () => {
    const caller = await rehearsal.newCaller('sms_code', [signed]);
    const sent = await send(caller, signed);
    const { forged } = signed.simulator as HttpSimulator;
    const word = forged?.(sent.taken, signed.running) as CallbackRequest;
    expect(await say(word, signed.running.callbackKey)).toMatchObject({ status: 403 });
    expect(await stateOf(sent)).toMatchObject({ message: 'sent', receipts: 0 });
    const real = wordOn(sent.taken, 'delivered', signed);
    expect(await say(real, signed.running.callbackKey)).toEqual({ status: 200, text: 'OK' });
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 1 });
  });

  test.each(['', 'nonsense', 'sms_status=', 'sms_status=%7B%7D', '\u0000\uFFFD'])(
    'with the body %j gets 400',
    async (body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await say({ method: 'POST', headers, body })).status).toBe(400);
    },
  );

  test('of more than a megabyte gets 413, and one just below is read', async () => {
    const { taken, ...sent } = await send();
    const { body, ...rest } = wordOn(taken);
    const padded = (length: number) => `${body}&${'x'.repeat(length - body.length - 1)}`;
    expect((await say({ ...rest, body: padded(2 ** 20 + 1) })).status).toBe(413);
    expect(await stateOf(sent)).toMatchObject({ message: 'sent' });
    expect((await say({ ...rest, body: padded(2 ** 20) })).status).toBe(200);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered' });
  });

  // @mutant src/surfaces/callbacks/take-callback.ts
  // - await keepReceipts(ports, provider.code, reading.receipts, reading.isSigned);
  // + void keepReceipts(ports, provider.code, reading.receipts, reading.isSigned);
  test('is not acknowledged if it cannot be stored, and is when it comes again', async () => {
    const sent = await send();
    const restore = await cutOffDatabase(rehearsal.fixture.database.target);
    const refused = await say(wordOn(sent.taken)).finally(restore);
    expect(refused.status).toBeGreaterThanOrEqual(500);
    await expect.poll(async () => (await say(wordOn(sent.taken))).status).toBe(200);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 1 });
  });

  test('of a face vendor with an impossible session id is accepted', async () => {
    const unsign = ({ callbackSigned, callbackSignatureAt, ...rest }: Record<string, unknown>) =>
      rest;
    const { running } = await rehearsal.addProvider(httpFaceSimulator, unsign);
    const body = '[{"session":"a\\u0000b"},{"session":"\\ud800"}]';
    const word = { method: 'POST', headers: { 'content-type': 'application/json' }, body } as const;
    // The server is notified of a new provider asynchronously.
    await expect.poll(async () => (await say(word, running.callbackKey)).status).toBe(200);
  });

  test('leaves neither numbers nor its own address in the log', async () => {
    const sent = await send();
    await say(wordOn(sent.taken));
    await say({ ...wordOn(sent.taken), body: `sms_status=${sent.taken.mobile}` });
    const logged = rehearsal.fixture.logged.join('');
    expect(logged).toContain('callback refused');
    expect(logged).not.toContain(sent.taken.mobile);
    expect(logged).not.toContain(unsigned.running.callbackKey);
  });
});

describe('receipts', () => {
  test('for several accounts come in one callback, and each finds its message', async () => {
    const other = await rehearsal.newCaller('sms_code', [unsigned]);
    const [one, two] = [await send(), await send(other)];
    const { status } = await say(together(wordOn(two.taken), wordOn(one.taken, 'undelivered')));
    expect(status).toBe(200);
    expect(await stateOf(one)).toMatchObject({ message: 'undelivered' });
    expect(await stateOf(two)).toMatchObject({ message: 'delivered' });
  });

  test('that come again, alone or together, are stored once', async () => {
    const sent = await send();
    const word = wordOn(sent.taken);
    const replies = await Promise.all([say(together(word, word)), say(word), say(word)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 1 });
  });

  test('that contradict a final state change nothing', async () => {
    const sent = await send();
    await say(wordOn(sent.taken, 'undelivered'));
    const { finishedAt } = (await sender.call('sms_status', sent)).body.data;
    expect((await say(wordOn(sent.taken, 'delivered'))).status).toBe(200);
    const { data } = (await sender.call('sms_status', { requestId: sent.requestId })).body;
    expect(data).toMatchObject({ state: 'undelivered', finishedAt });
    expect(await stateOf(sent)).toMatchObject({ state: 'done' });
  });

  test('for unknown messages are accepted and leave no trace', async () => {
    const { taken } = await send();
    const reference = '01890a5d-ac96-774b-bcce-b302099a8057.1';
    const before = await traces();
    expect((await say(wordOn({ ...taken, reference }))).status).toBe(200);
    await takeReceipts(rehearsal.fixture.pool, [{ ...plainWord(reference), cost: 500n }]);
    expect(await traces()).toEqual(before);
  });

  // @mutant src/products/messages/receipt-queries.ts
  // - sanitize(withoutNumbers(detail))
  // + sanitize(detail)
  test('keep no number in their stored words, in any form the vendor uses', async () => {
    const { taken, requestId } = await send();
    const words = `${taken.mobile} +86${taken.mobile?.slice(-11)} refused by 10086: 13912345678`;
    const word = { ...plainWord(taken.reference as string), detail: words };
    await takeReceipts(rehearsal.fixture.pool, [word]);
    const { rows } = await rehearsal.fixture.pool.query(
      'select words from receipts where call_id = $1',
      [requestId],
    );
    expect(rows).toEqual([{ words: '*** *** refused by 10086: ***' }]);
  });

  test('of another provider on a message that was not given to it leave no trace', async () => {
    const other = signed.running.callbackKey;
    const callbackUrl = `${rehearsal.fixture.url}/callbacks/${other}`;
    const done = await send();
    await unsigned.running.misbehave(['reset', 'no_receipt']);
    const unknown = await send();
    await askLater();
    const before = await traces();
    for (const { taken } of [done, unknown]) {
      const word = wordOn({ ...taken, callbackUrl }, 'undelivered', signed);
      expect((await say(word, other)).status).toBe(200);
    }
    await resolveCalls(rehearsal.fixture.app.line);
    expect(await stateOf(done)).toMatchObject({ message: 'sent' });
    expect(await stateOf(unknown)).not.toMatchObject({ message: 'undelivered' });
    expect(await traces()).toEqual(before);
  });

  test.each([-1e14, -8.64e15, 8.64e15, Number.NaN])(
    'with an impossible time, %d, get the current one, and those beside them are stored',
    async (ms) => {
      const [odd, usual] = [await send(), await send()];
      await takeReceipts(rehearsal.fixture.pool, [
        { ...plainWord(odd.taken.reference as string), at: new Date(ms) },
        plainWord(usual.taken.reference as string),
      ]);
      for (const sent of [odd, usual]) {
        expect(await stateOf(sent)).toMatchObject({ message: 'delivered' });
      }
      const { rows } = await rehearsal.fixture.pool.query(
        'select said_at as "saidAt" from receipts where call_id = $1',
        [odd.requestId],
      );
      expect(Math.abs(rows[0].saidAt.getTime() - Date.now())).toBeLessThan(3_600_000);
    },
  );

  test('with an id of 18 digits find their message, and wait for it if they arrive first', async () => {
    const { requestId, taken } = await send();
    const byId = wordOn({ ...taken, reference: null });
    const quick = { ...taken, reference: null, id: `${BigInt(taken.id) + 1n}` };
    await say(wordOn(quick, 'undelivered'));
    expect(await stateOf({ requestId })).toMatchObject({ message: 'sent', receipts: 0 });
    await say(byId);
    expect(await stateOf({ requestId })).toMatchObject({ message: 'delivered', receipts: 1 });

    const later = await send();
    await rehearsal.fixture.pool.query(
      'update provider_refs set provider_ref = $1 where provider_ref = $2',
      [quick.id, later.taken.id],
    );
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect(await stateOf(later)).toMatchObject({ message: 'undelivered', receipts: 1 });
  });
});

test('a verified receipt with both ids lets receipts with only the vendor’s id find the message', async () => {
  const { pool } = rehearsal.fixture;
  const sent = await send();
  await pool.query('delete from provider_refs where call_id = $1', [sent.requestId]);
  const word = { ...plainWord(sent.taken.reference as string), state: 'sent' } as const;
  const delivered = { ...plainWord(''), providerRef: 'late-id' };
  await takeReceipts(pool, [{ ...word, providerRef: 'late-id', isTrusted: false }]);
  await takeReceipts(pool, [delivered]);
  expect(await stateOf(sent)).toMatchObject({ message: 'sent' });
  await takeReceipts(pool, [{ ...word, providerRef: 'late-id' }]);
  await takeEarlyReceipts(pool);
  expect(await stateOf(sent)).toMatchObject({ message: 'delivered' });
});

test('the same receipt for an unknown id waits once, however often it comes', async () => {
  const { pool } = rehearsal.fixture;
  const word = { ...plainWord(''), providerRef: 'nobody-knows' };
  const doubtful = { ...word, isTrusted: false };
  for (const words of [[word, word], [word], [doubtful], [word, doubtful]]) {
    await takeReceipts(pool, words);
  }
  const { rows } = await pool.query(
    `select receipt ->> 'is_trusted' as "isTrusted" from early_receipts
     where provider_ref = 'nobody-knows' order by 1`,
  );
  expect(rows).toEqual([{ isTrusted: 'false' }, { isTrusted: 'true' }]);
});

/** A verified receipt, as an adapter passes it on. */
function plainWord(reference: string): SaidReceipt {
  const said = { state: 'delivered', vendorCode: 'DELIVRD', detail: '', at: new Date() } as const;
  return { reference, ...said, providerCode: unsigned.code, isTrusted: true };
}

async function traces(): Promise<unknown> {
  const { rows } = await rehearsal.fixture.pool.query(
    `select (select count(*) from receipts) as receipts, (select count(*) from call_costs) as costs,
       (select count(*) from early_receipts) as early`,
  );
  return rows[0];
}

test('any number of receipts in one callback is stored in batches', async () => {
  const stored: number[] = [];
  const add = async (said: readonly SaidReceipt[]) => {
    stored.push(said.length);
    return said.map((_, at) => ({ accountId: 1, callId: `${stored.length}.${at}` }));
  };
  const madeDue: unknown[] = [];
  const makeDue = async (calls: readonly unknown[]) => void madeDue.push(...calls);
  const receipts = { add } as unknown as ReceiptWriter;
  const many = Array.from({ length: 20_001 }, () => plainWord('x'));
  await keepReceipts({ receipts, makeDue }, 'mine', many, true);
  expect(Math.max(...stored)).toBeLessThanOrEqual(100);
  expect(stored.reduce((sum, count) => sum + count, 0)).toBe(many.length);
  expect(madeDue).toHaveLength(many.length);
});

describe('the parts of a long message', () => {
  let inParts: Rehearsed;
  let caller: Caller;

  beforeAll(async () => {
    const unsign = (config: object) => ({ ...config, signedReceipts: false });
    inParts = await rehearsal.addProvider(huaweiSimulator, unsign);
    await inParts.running.misbehave(['no_receipt']);
    caller = await rehearsal.newCaller('sms_code', [inParts]);
  });

  async function tell({ taken }: Sent, no: number | string, state: Taken['state'] = 'delivered') {
    const { body, ...word } = wordOn(taken, state, inParts);
    const ofThree = body.replace('sequence=1&total=1', `sequence=${no}&total=3`);
    return say({ ...word, body: ofThree }, inParts.running.callbackKey);
  }

  test('make it delivered when all are delivered, in any order', async () => {
    const sent = await send(caller, inParts);
    for (const no of [3, 1, 3]) await tell(sent, no);
    expect(await stateOf(sent)).toMatchObject({ message: 'sent', receipts: 2 });
    await tell(sent, 2);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 3 });
  });

  test('make it undelivered when one is not', async () => {
    const sent = await send(caller, inParts);
    await tell(sent, 2);
    await tell(sent, 1, 'undelivered');
    expect(await stateOf(sent)).toMatchObject({ message: 'undelivered' });
    await tell(sent, 3);
    expect(await stateOf(sent)).toMatchObject({ message: 'undelivered' });
  });

  test('are all counted, even if two processes receive them at once', async () => {
    const sent = await send(caller, inParts);
    const word = (no: number): SaidReceipt => ({
      reference: sent.taken.reference as string,
      part: { no, of: 2 },
      state: 'delivered',
      ...{ vendorCode: 'DELIVRD', detail: '', at: new Date() },
      ...{ providerCode: inParts.code, isTrusted: true },
    });
    const { pool } = rehearsal.fixture;
    const other = await pool.connect();
    await other.query('begin');
    await takeReceipts(other as unknown as Pool, [word(1)]);
    const second = takeReceipts(pool, [word(2)]);
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await other.query('commit');
    other.release();
    await second;
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 2 });
  });

  test.each(['0', '70000', '1.5', '-1'])(
    'have numbers; %s is not one, and is accepted',
    async (no) => {
      const sent = await send(caller, inParts);
      const { body, ...word } = wordOn(sent.taken, 'undelivered', inParts);
      const odd = body.replace('sequence=1&total=1', `sequence=${no}&total=80000`);
      expect(await say({ ...word, body: odd }, inParts.running.callbackKey)).toMatchObject({
        status: 200,
      });
      expect(await stateOf(sent)).toMatchObject({ message: 'undelivered' });
    },
  );
});

describe('an unsigned receipt', () => {
  test('does not precede a verified one that came with it', async () => {
    await unsigned.running.misbehave(['reset', 'no_receipt']);
    const sent = await send();
    const sure = plainWord(sent.taken.reference as string);
    const doubtful = { ...sure, state: 'undelivered', isTrusted: false } as const;
    await takeReceipts(rehearsal.fixture.pool, [doubtful, sure]);
    expect(await stateOf(sent)).toMatchObject({ state: 'unknown', message: 'delivered' });
  });

  // @mutant src/surfaces/callbacks/take-callback.ts
  // - isTrusted: isSigned,
  // + isTrusted: true,
  test('moves no money until the vendor confirms it', async () => {
    await unsigned.running.misbehave(['reset', 'no_receipt']);
    const sent = await send();
    expect(await stateOf(sent)).toMatchObject({ state: 'unknown', message: 'accepted' });
    await askLater();
    const before = await sender.wallet();
    await unsigned.running.misbehave(['down']);
    await say(wordOn(sent.taken));
    await resolveCalls(rehearsal.fixture.app.line);
    expect(await stateOf(sent)).toMatchObject({
      state: 'unknown',
      message: 'accepted',
      receipts: 1,
    });
    expect(await sender.wallet()).toEqual(before);
    await unsigned.running.misbehave([]);
    await say(wordOn(sent.taken));
    await resolveCalls(rehearsal.fixture.app.line);
    expect(await stateOf(sent)).toMatchObject({ state: 'done' });
  });

  test('before the vendor’s answer updates the message once the call has its outcome', async () => {
    await unsigned.running.misbehave(['early_receipt']);
    const sent = await send();
    expect(await stateOf(sent)).toMatchObject({ state: 'done', message: 'sent', receipts: 1 });
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 1 });
    expect(await waitingOn(sent)).toEqual([]);
  });

  /** A call that cannot be queried, with an unsigned receipt that says delivered. */
  async function sendUnsignedReceipts(): Promise<Sent> {
    await unsigned.running.misbehave(['reset', 'no_receipt']);
    const sent = await send();
    await unsigned.running.misbehave(['down']);
    for (let times = 0; times < 3; times++) await say(wordOn(sent.taken));
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect(await stateOf(sent)).toMatchObject({ state: 'unknown', message: 'accepted' });
    return sent;
  }

  const decide = (verb: 'settle' | 'release', { requestId }: Sent) =>
    rehearsal.cli.json(['call', verb, '--request-id', requestId, '--reason', 'by telephone']);

  test('waits once, is looked at less and less often, and updates the message when the call is settled', async () => {
    const sent = await sendUnsignedReceipts();
    const [waiting, ...others] = await waitingOn(sent);
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ isPutOff: true });
    await makeDue(sent);
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect((await waitingOn(sent))[0]?.nextMs).toBeGreaterThan(60_000);
    await decide('settle', sent);
    expect(await stateOf(sent)).toMatchObject({ state: 'done', message: 'sent' });
    await makeDue(sent);
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect(await stateOf(sent)).toMatchObject({ message: 'delivered', receipts: 1 });
    expect(await waitingOn(sent)).toEqual([]);
  });

  test('of a call that was not carried out is set aside', async () => {
    const sent = await sendUnsignedReceipts();
    await decide('release', sent);
    await makeDue(sent);
    await takeEarlyReceipts(rehearsal.fixture.pool);
    expect(await stateOf(sent)).toMatchObject({ state: 'unavailable', message: 'rejected' });
    expect(await waitingOn(sent)).toEqual([]);
  });

  async function waitingOn({ requestId }: Sent): Promise<{ isPutOff: boolean; nextMs: number }[]> {
    const { rows } = await rehearsal.fixture.pool.query(
      `select look_at > clock_timestamp() as "isPutOff",
         (1000 * extract(epoch from look_at - clock_timestamp()))::integer as "nextMs"
       from early_receipts where call_id = $1`,
      [requestId],
    );
    return rows;
  }

  /** As if the receipt came an hour ago, and were due now. */
  async function makeDue({ requestId }: Sent): Promise<void> {
    await rehearsal.fixture.pool.query(
      `update early_receipts set look_at = now(), received_at = now() - interval '1 hour'
       where call_id = $1`,
      [requestId],
    );
  }

  // @mutant src/products/messages/sql/apply-receipts.sql
  // - and (s.is_trusted is not false or c.state = 'done')
  // + and (s.is_trusted is not false or c.state <> 'held')
  test.each([
    [true, { state: 'done', message: 'delivered', receipts: 1 }],
    [false, { state: 'unknown', message: 'accepted', receipts: 1 }],
  ])(
    'of a vendor that cannot be queried moves money only if it is signed: %s',
    async (isSigned, after) => {
      const sign = (config: object) => ({ ...config, signedReceipts: isSigned });
      const unasked = await rehearsal.addProvider(huaweiSimulator, sign);
      const caller = await rehearsal.newCaller('sms_code', [unasked]);
      await unasked.running.misbehave(['reset', 'no_receipt']);
      const sent = await send(caller, unasked);
      expect(await stateOf(sent)).toMatchObject({ state: 'unknown', receipts: 0 });
      const word = wordOn(sent.taken, 'delivered', unasked);
      expect(await say(word, unasked.running.callbackKey)).toMatchObject({ status: 200 });
      await resolveCalls(rehearsal.fixture.app.line);
      expect(await stateOf(sent)).toEqual(after);
    },
  );
});
