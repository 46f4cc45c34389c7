import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { createEndpoint } from '../../foundation/events/endpoint-queries.ts';
import { sealSecret } from '../../foundation/events/endpoint-secret.ts';
import { makeSecret } from '../../foundation/events/sign-delivery.ts';
import { continueErasure, requestErasure } from './erase-person.ts';
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

async function text(mobile: string, count: number, caller = fixture): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () => caller.call('sms_notice', { mobile, content: 'Hello' })),
  );
}

test('several processes that are stopped and started again erase each record once', async () => {
  await fixture.pool.query(
    `insert into limits (account_id, mode, per_number) values ($1, 'test', false)
     on conflict (account_id, mode) do update set per_number = false`,
    [fixture.accountId],
  );
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
