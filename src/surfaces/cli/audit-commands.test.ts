import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  fixture = createCommandLineFixture(database);
  await fixture.run('account create --name Rowan');
  await fixture.run('account create --name Alder');
  await fixture.run('account suspend --account 1');
  await fixture.run('price set --product sms_code --amount 0.07');
});
afterAll(() => database.drop());

interface Entry {
  entryId: number;
  action: string;
}
const list = async (words = '') =>
  fixture.json(`audit list${words}`) as Promise<{ entries: Entry[]; next: number | null }>;
const actionsOf = ({ entries }: { entries: Entry[] }) => entries.map(({ action }) => action);

test('lists the log newest first, by account, action and name', async () => {
  const all = await list();
  expect([...new Set(actionsOf(all))]).toEqual(['price.set', 'account.suspend', 'account.create']);
  expect(all.next).toBeNull();
  expect(new Set(actionsOf(await list(' --account 2')))).toEqual(new Set(['account.create']));
  expect(actionsOf(await list(' --action price'))).toEqual(['price.set']);
  expect(actionsOf(await list(' --action account.suspend'))).toEqual(['account.suspend']);
  expect(actionsOf(await list(' --by tester'))).toEqual(actionsOf(all));
  expect(await list(' --by nobody')).toEqual({ entries: [], next: null });
});

test('lists the log page by page, and says how to get the next one', async () => {
  const { entries } = await list();
  const first = await list(' --limit 2');
  expect(first).toEqual({ entries: entries.slice(0, 2), next: entries[1]?.entryId });
  const rest = await list(` --before ${first.next}`);
  expect(rest).toEqual({ entries: entries.slice(2), next: null });
  const { out } = await fixture.run('audit list --limit 2');
  expect(out).toMatch(new RegExp(`\\n\\nThere are more: --before ${first.next}\\n$`));
  expect((await fixture.run('audit list')).out).not.toContain('There are more');
});

test('an entry shows who changed what, and the old value', async () => {
  const lines = (await fixture.run('audit list')).out.split('\n');
  const line = (action: string) => lines.find((text) => text.includes(` ${action} `));
  expect(line('account.suspend')).toMatch(
    /command line tester +account\.suspend +account id 1 +state active → suspended$/,
  );
  expect(line('account.create')).toMatch(/name Alder, .*state active/);
});

test('an entry shows amounts, prices, providers and reasons in words', async () => {
  await fixture.run('wallet top-up --account 1 --mode live --amount 500 --reference INV-1');
  await fixture.run('price set --product sms_code --amount 0.045 --account 2 --from 2099-12-01');
  await fixture.run(
    'provider add --vendor yunpian --code yp --set apikey=0123456789abcdef0123456789abcdef',
  );
  await fixture.run('route set --product sms_code --providers yp:70');
  await fixture.run(['account', 'suspend', '--account', '2', '--reason', 'unpaid bill']);
  const { out } = await fixture.run('audit list --limit 20');
  const line = (action: string) => out.split('\n').find((text) => text.includes(` ${action} `));
  expect(line('wallet.top-up')).toMatch(
    /reference INV-1, account id 1 +amount 500\.0000 CNY, kind top_up/,
  );
  expect(line('price.set')).toMatch(
    /effect at 2099-12-01 00:00:00\+08:00, product sms_code, .*unit price 0\.0450 CNY/,
  );
  expect(line('route.set')).toMatch(/product sms_code .*providers yp:70/);
  expect(line('provider.add')).toMatch(/provider code yp .*secrets apikey/);
  expect(out.match(/provider\.add/g)).toHaveLength(1);
  expect(out).toMatch(/account\.suspend +account id 2 +reason unpaid bill\n/);
  expect(out).toMatch(/account\.suspend +account id 2 +state active → suspended\n/);
  expect(out).not.toContain('undefined');
});

test('verifies the chain, and fails for an unknown head', async () => {
  const { head, ok } = await fixture.json('audit verify');
  expect(ok).toBe(true);
  expect(await fixture.json(`audit verify --head ${head.toUpperCase()}`)).toMatchObject({ head });
  const cut = await fixture.run(`audit verify --head ${'f'.repeat(64)}`);
  expect(cut.exitCode).toBe(1);
  expect(cut.out).toContain('the end was cut off');
  await fixture.expectRefusal('audit verify --head 12', 'Use a hash of 64', 2);
});
