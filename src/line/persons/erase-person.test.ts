import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { createEndpoint } from '../../foundation/events/endpoint-queries.ts';
import { sealSecret } from '../../foundation/events/endpoint-secret.ts';
import { makeSecret } from '../../foundation/events/sign-delivery.ts';
import { continueErasure, continueErasures, requestErasure } from './erase-person.ts';
import { listErasures } from './erasure-queries.ts';
import { findPerson } from './find-person.ts';
import { readCertificate } from './read-certificate.ts';
import { type Subject, subjectOf } from './subject.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const ports = () => fixture.app.line;

function personOf(mobile: string, accountId?: number): Subject {
  const named = accountId === undefined ? { mobile } : { mobile, accountId };
  return subjectOf(ports().vault, named, 'CN') ?? expect.fail('a valid number');
}

const request = (subject: Subject) =>
  requestErasure(byTest(fixture.pool), ports().vault, subject, 'Ada');

const countOf = async (subject: Subject) =>
  (await findPerson(ports(), subject)).records.find(({ name }) => name === 'messages')?.rows.length;

const limitNumbers = (accountId: number, perNumber: boolean) =>
  fixture.pool.query(
    `insert into limits (account_id, mode, per_number) values ($1, 'test', $2)
     on conflict (account_id, mode) do update set per_number = excluded.per_number`,
    [accountId, perNumber],
  );

async function text(mobile: string, count: number, caller = fixture): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () => caller.call('sms_notice', { mobile, content: 'Hello' })),
  );
}

test('several processes that are stopped and started again erase each record once', async () => {
  await limitNumbers(fixture.accountId, false);
  const mobile = '13977704211';
  const caller = await fixture.newCaller({ accountId: fixture.accountId });
  await text(mobile, 450, { ...fixture, ...caller });
  const held = await countOf(personOf(mobile));
  expect(held).toBe(450);
  const erasureId = await request(personOf(mobile));
  // One stops after its first batch, as a killed process does.
  const stop = new AbortController();
  const stopped = continueErasure(ports(), erasureId, stop.signal);
  await expect
    .poll(async () => (await readCertificate(ports(), erasureId)).erased.messages ?? 0)
    .toBeGreaterThan(0);
  stop.abort();
  await stopped;
  await Promise.all([1, 2, 3].map(() => continueErasure(ports(), erasureId)));
  await continueErasure(ports(), erasureId);
  const certificate = await readCertificate(ports(), erasureId);
  expect(certificate.finishedAt).not.toBeNull();
  expect(certificate.erased).toMatchObject({ messages: held, inbox: held });
  expect(await countOf(personOf(mobile))).toBe(0);
});

// @mutant src/line/persons/erasure-queries.ts
// - where number_hash = $1 and ($2::integer is null or account_id = $2)
// + where number_hash = $1 and ($2::integer is null or account_id > 0)
test('an erasure for one account leaves the messages of the others', async () => {
  const other = await fixture.newCaller();
  const mobile = '15012349876';
  await text(mobile, 1);
  await other.call('sms_notice', { mobile, content: 'Hello' });
  const erasureId = await request(personOf(mobile, other.accountId));
  await continueErasure(ports(), erasureId);
  expect(await countOf(personOf(mobile, other.accountId))).toBe(0);
  expect(await countOf(personOf(mobile))).toBe(1);
});

// @mutant src/line/persons/erase-person.ts
// - if (isFinished) await eraseRefusedOf(client, subjectHash, accountId);
test('a person whose calls were all refused is found, and forgotten', async () => {
  const poor = await fixture.newCaller({ balance: '0' });
  const mobile = '13600001111';
  await poor.call('sms_code', { mobile, code: '1' });
  const refusedOf = async (accountId: number) =>
    (await findPerson(ports(), personOf(mobile, accountId))).records.find(
      ({ name }) => name === 'refused',
    )?.rows.length;
  await expect.poll(() => refusedOf(poor.accountId)).toBe(1);
  expect(await refusedOf(fixture.accountId)).toBe(0);
  const erasureId = await request(personOf(mobile));
  await continueErasure(ports(), erasureId);
  expect((await readCertificate(ports(), erasureId)).finishedAt).not.toBeNull();
  expect(await refusedOf(poor.accountId)).toBe(0);
});

test('an event that is still to be delivered is delivered first', async () => {
  const caller = await fixture.newCaller();
  await createEndpoint(byTest(fixture.pool), {
    accountId: caller.accountId,
    mode: 'test',
    url: 'https://customer.example/hook',
    events: ['sms.delivered'],
    description: '',
    sealedSecret: sealSecret(ports().vault, caller.accountId, makeSecret()),
  });
  const mobile = '18612345678';
  await caller.call('sms_notice', { mobile, content: 'Hello' });
  await fixture.fireReceipts();
  const erasureId = await request(personOf(mobile));
  await continueErasure(ports(), erasureId);
  const waiting = await readCertificate(ports(), erasureId);
  expect(waiting).toMatchObject({ finishedAt: null, waiting: { calls: 0, confirmations: 1 } });
  await fixture.pool.query(
    `update deliveries set state = 'delivered', last_reply = 'thanks, 18612345678'`,
  );
  await continueErasure(ports(), erasureId);
  expect((await readCertificate(ports(), erasureId)).finishedAt).not.toBeNull();
  const { rows } = await fixture.pool.query('select last_reply from deliveries');
  expect(rows).toEqual([{ last_reply: null }]);
});

// @mutant src/line/persons/erase-person.ts
// - if (isFinished && kind === 'mobile') {
// + if (kind === 'mobile') {
test('an erasure that waits does not reset the limits of newer calls', async () => {
  const caller = await fixture.newCaller();
  await limitNumbers(caller.accountId, true);
  const mobile = '13511112222';
  const { body } = await caller.call('sms_code', { mobile, code: '123456' });
  const wait = (isWaiting: boolean) =>
    fixture.pool.query(`update calls set state = $2 where call_id = $1`, [
      body.requestId,
      isWaiting ? 'unknown' : 'done',
    ]);
  const countWindows = async () =>
    (
      await fixture.pool.query('select from number_windows where account_id = $1', [
        caller.accountId,
      ])
    ).rowCount;
  expect(await countWindows()).toBe(1);
  await wait(true);
  const erasureId = await request(personOf(mobile));
  await continueErasure(ports(), erasureId);
  expect(await countWindows()).toBe(1);
  await wait(false);
  await continueErasure(ports(), erasureId);
  expect((await readCertificate(ports(), erasureId)).finishedAt).not.toBeNull();
  expect(await countWindows()).toBe(0);
});

test('an erasure that fails does not keep later ones from being carried out', async () => {
  const damaged = '13511113333';
  await text(damaged, 1);
  const stored = `where content_id in (select content_id from calls where number_hash = $1)`;
  const { hash } = personOf(damaged);
  const { rows } = await fixture.pool.query(`select sealed from message_contents ${stored}`, [
    hash,
  ]);
  const put = (sealed: Buffer) =>
    fixture.pool.query(`update message_contents set sealed = $2 ${stored}`, [hash, sealed]);
  await put(Buffer.from('damaged'));
  await text('13511114444', 1);
  const failing = await request(personOf(damaged));
  const later = await request(personOf('13511114444'));
  await expect(continueErasures(ports())).rejects.toThrow();
  expect((await readCertificate(ports(), failing)).finishedAt).toBeNull();
  expect((await readCertificate(ports(), later)).finishedAt).not.toBeNull();
  await put(rows[0].sealed);
  await continueErasures(ports());
  expect((await readCertificate(ports(), failing)).finishedAt).not.toBeNull();
});

// @mutant src/line/persons/erasure-queries.ts
// - order by finished_at is not null, erasure_id desc limit 100
// + order by erasure_id desc limit 100
test('an erasure that waits is listed, however many later ones are finished', async () => {
  const waiting = await request(personOf('13511115555'));
  for (let later = 0; later < 100; later++) await request(personOf('13511116666'));
  await fixture.pool.query(
    'update erasures set finished_at = clock_timestamp() where erasure_id <> $1',
    [waiting],
  );
  expect((await listErasures(fixture.pool))[0]?.erasureId).toBe(waiting);
  expect(await listErasures(fixture.pool, { accountId: fixture.accountId })).toEqual([]);
});

test('searches for people take turns, and only a few wait', async () => {
  const searches = Array.from({ length: 10 }, () => findPerson(ports(), personOf('13511117777')));
  const ended = await Promise.allSettled(searches);
  const refused = ended.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { reason: 'overloaded' } }]);
});
