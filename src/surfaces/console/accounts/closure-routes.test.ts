import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';

let fixture: ConsoleFixture;
let accountId: number;
beforeAll(async () => {
  fixture = await createConsoleFixture();
  const made = await fixture.post(owner, '/platform/accounts/create', { name: 'Rowan Bank' });
  ({ accountId } = made.body);
  await fixture.post(owner, `/${accountId}/wallet/top-up`, {
    ...{ mode: 'live', amount: '7', reference: 'INV-1', reason: 'bank' },
  });
});
afterAll(() => fixture.close());

const owner = { operator: 'owner', name: 'Lin' } as const;
const at = (path: string) => `/${accountId}/accounts/${path}`;

test('an account is closed by its exact name, paid out and reopened', async () => {
  const close = (name: string) => fixture.post(owner, at('close'), { name, reason: 'moved' });
  expect((await close('Rowan')).status).toBe(422);
  expect((await close('Rowan Bank')).body).toMatchObject({
    ...{ payOut: '7.0000', owed: '0.0000', openCalls: 0, openChecks: 0, erasedAt: null },
    ...{ closedAt: expect.any(String), reason: 'moved' },
  });
  expect((await fixture.get(owner, at('one'))).body.state).toBe('closed');
  const paid = await fixture.post(owner, at('pay-out'), { amount: '7', reference: 'B-1' });
  expect(paid.body).toMatchObject({ payOut: '0.0000' });
  const note = await fixture.get(owner, at('pay-out-note'));
  expect(note.status).toBe(200);
  expect((await fixture.post(owner, at('reopen'), {})).status).toBe(200);
  expect((await fixture.get(owner, at('one'))).body.state).toBe('active');
  expect((await fixture.get(owner, at('closure'))).status).toBe(422);
});
