import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import { callStates, products } from '../../../foundation/contract/products.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

/** A call with the columns that the table requires, and no other unless given. */
async function put(product: string, state: string, contentId: string | null = null) {
  const callId = randomUUIDv7();
  await fixture.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, content_id)
     select $1, $2, 'test', min(key_id), $3, 'default', 500, 500, now(), now(), $4, $5
     from keys where account_id = $1`,
    [fixture.accountId, callId, product, state, contentId],
  );
  await fixture.pool.query('insert into call_changes (account_ids, call_ids) values ($1, $2)', [
    [fixture.accountId],
    [callId],
  ]);
  return callId;
}

const visitors = () => [
  { operator: 'owner' },
  { members: { [fixture.accountId]: 'owner' } } as const,
];
const read = (visitor: object, path: string) =>
  fixture.get(visitor, `/${fixture.accountId}/calls/${path}`);

test('a call without any optional column is listed and has a story, in every state', async () => {
  const ids: string[] = [];
  for (const product of products) {
    for (const state of callStates) ids.push(await put(product, state));
  }
  await project(fixture.pool);
  for (const visitor of visitors()) {
    const { status, body } = await read(visitor, 'list?mode=test&limit=100');
    expect(status).toBe(200);
    const listed = body.calls.map(({ requestId }: { requestId: string }) => requestId);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect(body.calls[0]).toMatchObject({ result: null, reason: null, person: null, tookMs: null });
    for (const id of ids) expect((await read(visitor, `show?requestId=${id}`)).status).toBe(200);
  }
});

// @mutant src/surfaces/console/calls/show-row.ts
// - person: face ? rowPerson(reader, face) : null,
// + person: face ? maskedPerson(reader.vault, face) : null,
test('a call whose person cannot be decrypted shows dots beside the other calls', async () => {
  const { body } = await fixture.call('sms_code', { mobile: '13900005678', code: '246810' });
  const { rows } = await fixture.pool.query('select content_id from calls where call_id = $1', [
    body.requestId,
  ]);
  const damaged = await put('sms_code', 'held', rows[0].content_id);
  await project(fixture.pool);
  for (const visitor of visitors()) {
    const page = await read(visitor, 'list?mode=test&limit=2');
    expect(page.body.calls).toMatchObject([
      { requestId: damaged, person: '••••••' },
      { requestId: body.requestId, person: '139****5678' },
    ]);
  }
  const warned = fixture.logged.filter((line) => line.includes('cannot be decrypted'));
  expect(warned).toHaveLength(2);
  expect(warned[0]).toContain(damaged);
});

// @mutant src/surfaces/console/calls/show-call.ts
// - const story = isReadable ? stored : { ...stored, sealed: null };
// + const story = stored;
test('the story of a call whose content cannot be decrypted says so and shows the rest', async () => {
  const { body } = await fixture.call('sms_code', { mobile: '13900005679', code: '246810' });
  const id = body.requestId;
  const person = { name: '张三', cardNo: '110101199003070011' };
  const check = await fixture.call('face_verify', person);
  await fixture.pool.query(
    `update message_contents set sealed = 'x' from calls
     where message_contents.content_id = calls.content_id and call_id = $1`,
    [id],
  );
  await fixture.pool.query(`update checks set sealed = 'x' where check_id = $1`, [
    check.body.requestId,
  ]);
  for (const visitor of visitors()) {
    const message = await read(visitor, `show?requestId=${id}`);
    expect(message.status).toBe(200);
    expect(message.body).toMatchObject({
      ...{ isKept: true, isReadable: false, canReveal: false, person: null },
      ...{ request: { mobile: '••••••', code: '••••••' }, replied: { status: 201 } },
      transfers: [{ kind: 'hold' }, { kind: 'settle' }],
    });
    const story = await read(visitor, `show?requestId=${check.body.requestId}`);
    expect(story.body).toMatchObject({
      ...{ isReadable: false, person: null, request: { name: '••••••', cardNo: '••••••' } },
    });
  }
});
