import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';

let fixture: OwnCommandLine;
beforeAll(async () => {
  fixture = await createOwnCommandLine();
  await fixture.run('account create --name Rowan');
});
afterAll(() => fixture.close());

const json = async (command: string) => JSON.parse((await fixture.run(`${command} --json`)).out);

test('a bank file is tried, imported once, and its open lines are ended by hand', async () => {
  const { reference } = await json('bank reference --account 1');
  const file = join(fixture.folder, 'bank.csv');
  const rows = `2026-11-18,100.00,${reference}\n2026-11-18,7.50,hello\n2026-11-18,-3,rent\n`;
  await writeFile(file, `Day,Amount,Text\n${rows}2026-11-18,8.50,cake\n`);
  const columns = '--day-column Day --amount-column Amount --text-column Text';
  const command = `bank import --file ${file} ${columns}`;

  expect(await json(`${command} --dry-run`)).toMatchObject({ 'would be credited': 1 });
  expect((await fixture.run(command)).out).toMatch(/100\.0000\s+CNY\s+-\s+account 1/);
  expect(await json(command)).toMatchObject({
    ...{ credited: 0, 'wait for you': 0 },
    ...{ 'known from an earlier file': 3, 'outgoing, not stored': 1 },
  });

  const open = await json('bank lines');
  expect(open.map(({ text }: { text: string }) => text)).toEqual(['cake', 'hello']);
  const [cake, hello] = open.map(({ lineNo }: { lineNo: number }) => lineNo);
  await fixture.run(`bank credit --line ${hello} --account 1`);
  await fixture.run(`bank ignore --line ${cake} --reason gift`);
  expect(await json('bank lines')).toEqual([]);
  expect((await fixture.run('bank lines --all')).out).toMatch(/ignored: gift/);
  expect(await json('wallet show --account 1 --mode live')).toMatchObject({
    available: '107.5000',
  });

  expect(await fixture.run(`bank credit --line ${hello} --account 1`)).toMatchObject({
    exitCode: 1,
  });
  expect((await fixture.run('bank credit --line 99 --account 1')).err).toContain('not found');
});

test('a line is ended as a pay-out of a provider of payments, and credits nobody', async () => {
  const file = join(fixture.folder, 'out.csv');
  await writeFile(file, 'D,A,T\n2026-11-19,90.00,STRIPE PAYOUT\n');
  await fixture.run(`bank import --file ${file} --day-column D --amount-column A --text-column T`);
  const [{ lineNo }] = await json('bank lines');
  const payOut = (provider: string) =>
    `bank pay-out --line ${lineNo} --provider ${provider}`.split(' ');
  await fixture.expectRefusal(payOut('nobody'), /nobody/);
  const config = join(fixture.folder, 'stripe.json');
  const settings = { apiKey: 'rk_live_x', webhookSecret: `whsec_${'a'.repeat(32)}` };
  await writeFile(config, JSON.stringify(settings));
  await fixture.run(`provider add --vendor stripe-checkout --code shop --config ${config}`);
  const cleared = [...payOut('shop'), '--cleared', '1926'];
  await fixture.expectRefusal(cleared, /--cleared-currency/);
  await fixture.expectRefusal([...cleared, '--cleared-currency', 'XQX'], /code "XQX"/);
  const inYen = [...cleared, '--cleared-currency', 'JPY'];
  expect((await fixture.run(inYen)).exitCode).toBe(0);
  expect((await fixture.run('bank lines --all')).out).toMatch(/paid out by shop/);
  expect(await json('payment books --month 2026-11')).toMatchObject({
    providers: [
      {
        ...{ providerCode: 'shop', currency: 'JPY', atVendor: '-1926.0000' },
        month: { bankPaidOut: '1926.0000' },
      },
    ],
  });
});

test('a file in another encoding is refused by default, and read when it is named', async () => {
  const file = join(fixture.folder, 'gbk.csv');
  // 充值 in GB 18030.
  const text = Buffer.from([0xb3, 0xe4, 0xd6, 0xb5]);
  await writeFile(file, Buffer.concat([Buffer.from('D,A,T\n2026-11-18,1,'), text]));
  const command = `bank import --file ${file} --day-column D --amount-column A --text-column T`;
  expect((await fixture.run(command)).err).toContain('--encoding');
  expect(await json(`${command} --encoding gb18030`)).toMatchObject({ lines: [{ text: '充值' }] });
});

test('where customers send transfers is shown, set, and removed again', async () => {
  expect((await fixture.run('bank payee')).out).toContain('Not set');
  const details = 'Harbour Ltd.\nIBAN DE02 1203 0000 0000 2020 51';
  const set = ['bank', 'payee', '--set', ` ${details.replace('\n', ' \r\n')} `, '--json'];
  expect(JSON.parse((await fixture.run(set)).out)).toEqual({ details });
  await fixture.expectRefusal(['bank', 'payee', '--set', 'a\u202eb'], /1 to 500 characters/);
  await fixture.expectRefusal(['bank', 'payee', '--set', 'x', '--remove'], /not both/);
  expect(await json('bank payee')).toEqual({ details });
  expect(await json('bank payee --remove')).toEqual({ details: null });
});
