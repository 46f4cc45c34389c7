import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;

const check = ['template', 'check', '--template', 'CODE_DEFAULT', '--mobile', '13912345678'];
const withCode = [...check, '--var', 'code=482913'];

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database);
  const settings = '--set appKey=key --set appSecret=hush';
  for (const code of ['one', 'two', 'off']) {
    await fixture.json(`provider add --vendor yunxin --code ${code} ${settings}`);
  }
  await fixture.json(['provider', 'set', '--code', 'two', '--costs', '{"each":"0.0312"}']);
  await fixture.json('provider off --code off');
  await fixture.json('route set --product sms_code --providers off,one,two');
  const forms = '{"two":{"code":"3057527","variables":{"code":"pin"}}}';
  await fixture.json(['template', 'update', '--template', 'CODE_DEFAULT', '--forms', forms]);
});
afterAll(() => database.drop());

test('shows what each provider would be sent, its cost, and who would accept it', async () => {
  const checked = await fixture.json(withCode);
  expect(checked).toMatchObject({ region: 'CN', parts: 1, price: '0.0500', takers: ['two'] });
  expect(checked.text).toBe('Your verification code is 482913. Do not share it with anyone.');
  expect(checked.providers).toEqual([
    expect.objectContaining({ code: 'off', refusal: 'it is off' }),
    expect.objectContaining({
      code: 'one',
      refusal: 'CODE_DEFAULT has no code for this provider',
      cost: null,
    }),
    {
      code: 'two',
      weight: null,
      form: { code: '3057527', variables: { code: 'pin' } },
      values: { pin: '482913' },
      cost: '0.0312',
      refusal: null,
    },
  ]);
  expect((await fixture.run(withCode)).out).toMatch(/^Accepted by +two$/m);
});

test('exits with 1 if none would: no route, no form, or a forbidden region', async () => {
  const bad = async (...more: string[]) => {
    const ran = await fixture.run([...withCode, ...more, '--json']);
    expect(ran.exitCode).toBe(1);
    return JSON.parse(ran.out);
  };
  expect(await bad('--mobile', '+12025550123')).toMatchObject({
    isRegionAllowed: false,
    takers: [],
  });
  const { accountId } = await fixture.json('account create --name Somebody');
  await fixture.json(`route set --product sms_code --providers one --account ${accountId}`);
  await fixture.json(`price set --product sms_code --amount 0.02 --account ${accountId}`);
  const own = await bad('--account', String(accountId));
  expect(own.providers.map(({ code }: { code: string }) => code)).toEqual(['one']);
  expect(own.price).toBe('0.0200');
  expect(await fixture.json(withCode)).toMatchObject({ takers: ['two'], price: '0.0500' });
});

test.each([
  [check, 'needs values: code.'],
  [[...check, '--var', 'code'], 'Write each variable as name=value'],
  [[...check, '--var', 'code=1 2'], 'code must'],
  [[...withCode, '--mobile', '12'], 'The mobile number is not valid'],
  [[...withCode, '--product', 'sms_notice'], 'is for sms_code'],
  [[...withCode, '--account', '999'], 'Account 999 not found'],
])('%j is refused: %s', async (line, why) => {
  await fixture.expectRefusal(line, why);
});

test('a message of several parts is priced by part if the product is', async () => {
  const words = ['template', 'check', '--template', 'NOTICE_DEFAULT', '--mobile', '13912345678'];
  const priced = async () => {
    const { out } = await fixture.run([...words, '--var', `content=${'x'.repeat(200)}`, '--json']);
    const { parts, price } = JSON.parse(out);
    return [parts, price];
  };
  expect(await priced()).toEqual([2, '0.0500']);
  await database.pool.query(`update products set per_part = true where product = 'sms_notice'`);
  expect(await priced()).toEqual([2, '0.1000']);
});
