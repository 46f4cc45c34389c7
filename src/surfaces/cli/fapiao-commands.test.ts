import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { askFapiao } from '../../money/invoices/fapiao-queries.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
let cli: CommandLineFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createPaymentFixture(database);
  cli = createCommandLineFixture(database);
});
afterAll(() => database.drop());

const buyer = { title: '李四', email: 'li@shop.example', taxNumber: '', address: '', phone: '' };
async function ask(): Promise<string> {
  const { paymentId } = await fixture.pay(500_000n);
  const form = { kind: 'normal', isCompany: false, bank: '', bankAccount: '', remark: '' } as const;
  return fixture.change('fapiao.ask', (by) =>
    askFapiao(by, fixture.accountId, { ...form, ...buyer, payments: [paymentId] }),
  );
}
const number = '26312000000012345678';
const issueOf = (requestId: string, more = '') =>
  `fapiao issue --request ${requestId} --number ${number} --day 2026-03-10${more}`;

test('requests are listed, issued, refused, cancelled and reversed, each once', async () => {
  await expect(ask()).rejects.toThrow('takes no requests');
  await cli.json('invoice set --fapiao on --json');
  const [one, two, three] = [await ask(), await ask(), await ask()];
  expect(await cli.json('fapiao list --json')).toMatchObject(
    [three, two, one].map((requestId) => ({ requestId, state: 'asked', amount: '50.0000' })),
  );
  const issued = await cli.json(
    `${issueOf(one, ' --code 1100 --file https://a.example/1')} --json`,
  );
  expect(issued).toEqual({ requestId: one, state: 'issued' });
  await cli.expectRefusal(issueOf(one), /already issued/);
  await cli.expectRefusal(`fapiao refuse --request ${two}`, /Enter a reason/);
  const reason = ['--reason', 'the title is not yours', '--json'];
  expect(await cli.json(['fapiao', 'refuse', '--request', two, ...reason])).toEqual({
    ...{ requestId: two, state: 'refused' },
  });
  expect(await cli.json(`fapiao cancel --request ${three} --json`)).toEqual({
    ...{ requestId: three, state: 'cancelled' },
  });
  await cli.expectRefusal(`fapiao cancel --request ${three}`, /already cancelled/);
  const listed = await cli.json(`fapiao list --state issued --account ${fixture.accountId} --json`);
  expect(listed).toMatchObject([
    { fapiaoNumber: number, fapiaoCode: '1100', issuedOn: '2026-03-10', ...buyer },
  ]);
  expect(await cli.json(`fapiao list --account ${fixture.accountId + 1} --json`)).toEqual([]);
  await cli.expectRefusal(`fapiao reverse --request ${two} --reason x`, /already refused/);
  expect(await cli.json(`fapiao reverse --request ${one} --reason refund --json`)).toEqual({
    ...{ requestId: one, state: 'reversed' },
  });
  await cli.expectRefusal(`fapiao reverse --request ${one} --reason refund`, /already reversed/);
  expect((await cli.run('fapiao list')).out).toContain(number);
});

test.each([
  ['an unknown request', issueOf(randomUUID()), /not found/, 1],
  ['a request that is no ID', issueOf('7'), /ID/, 2],
  ['a day that does not exist', issueOf(randomUUID()).replace('03-10', '02-31'), /Use a day/, 2],
  ['the year 0', issueOf(randomUUID()).replace('2026-', '0000-'), /Use a day/, 2],
  ['an unknown state', 'fapiao list --state gone', /asked/, 2],
])('%s is refused', async (_, line, words, exitCode) => {
  await cli.expectRefusal(line, words, exitCode);
});
