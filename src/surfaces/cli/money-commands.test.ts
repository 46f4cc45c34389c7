import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import { thisMonth } from '../../../test/kit/this-month.ts';

let fixture: OwnCommandLine;
beforeAll(async () => {
  fixture = await createOwnCommandLine();
  await fixture.run('account create --name Rowan');
  await fixture.run(
    'wallet top-up --account 1 --mode live --amount 1234.5 --reference INV-1 --reason bank',
  );
});
afterAll(() => fixture.close());

const json = async (command: string) => JSON.parse((await fixture.run(`${command} --json`)).out);

test('a month is shown on the terminal, as JSON, and as a CSV or PDF file', async () => {
  const command = `wallet statement --account 1 --mode live --month ${thisMonth()}`;
  expect((await fixture.run(command)).out).toMatch(/Closing\s+1234\.5000/);
  expect(await json(command)).toMatchObject({
    number: `1-live-${thisMonth()}`,
    opening: '0.0000',
    closing: '1234.5000',
    isEqual: true,
    entries: [{ kind: 'top_up', amount: '1234.5000', reference: 'INV-1', reason: 'bank' }],
  });
  const csv = join(fixture.folder, 'month.csv');
  await fixture.run(`${command} --format csv --out ${csv} --language en`);
  expect(await readFile(csv, 'utf8')).toContain('Top-up,,,INV-1,bank,1234.5000,1234.5000');
  const pdf = join(fixture.folder, 'month.pdf');
  // In the account's own language, and not in that of the platform's region.
  await fixture.run('account set --account 1 --language en');
  await fixture.run(`${command} --format pdf --out ${pdf}`);
  expect((await readPdf(await readFile(pdf))).join()).toContain('Closing balance 1,234.5000');
});

test('a month that has not started yet, and a PDF for the terminal, are refused', async () => {
  const future = await fixture.run('wallet statement --account 1 --mode live --month 2090-01');
  expect(future).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('has not started yet'),
  });
  const words = await fixture.run(
    `wallet statement --account 1 --mode live --month ${thisMonth()} --format pdf`,
  );
  expect(words).toMatchObject({ exitCode: 1, err: expect.stringContaining('--out') });
});

test('a planned price starts at midnight, and the history shows who set it', async () => {
  await fixture.run('price set --product sms_code --amount 0.07');
  const planned = await json('price set --product sms_code --amount 0.06 --from 2099-02-01');
  expect(planned.plans).toMatchObject([
    { unitPrice: '0.0600', effectAt: '2099-01-31T16:00:00.000Z' },
  ]);
  const { prices } = await json('price history --product sms_code');
  expect(prices).toMatchObject([
    { unitPrice: '0.0700', setBy: 'tester' },
    { unitPrice: '0.0500', setBy: null },
  ]);
  const newest = await json('price history --product sms_code --limit 1');
  expect(newest.prices).toMatchObject([{ unitPrice: '0.0700' }]);
  const older = await json(`price history --product sms_code --before ${newest.next}`);
  expect(older).toMatchObject({ prices: [{ unitPrice: '0.0500' }], next: null });
  await fixture.expectRefusal('price history --account 999', 'Account 999 not found');
  const past = await fixture.run('price set --product sms_code --amount 0.06 --from 2020-01-01');
  expect(past).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('must start in the future'),
  });
});

test('planned prices are paged', async () => {
  await fixture.run('price set --product sms_notice --amount 0.06 --from 2099-03-01');
  await fixture.run('price set --product sms_notice --amount 0.05 --from 2099-04-01');
  const first = await json('price plans --limit 1');
  expect(first.plans).toMatchObject([{ unitPrice: '0.0600' }]);
  const { out } = await fixture.run('price plans --limit 1');
  expect(out).toMatch(new RegExp(`\\n\\nThere are more: --after ${first.next}\\n$`));
  const rest = await json(`price plans --after ${first.next}`);
  expect(rest.plans.at(-1)).toMatchObject({ unitPrice: '0.0500' });
  expect(rest.plans).not.toContainEqual(first.plans[0]);
  expect(rest.next).toBeNull();
  const odd = await fixture.run('price plans --after yesterday');
  expect(odd).toMatchObject({ exitCode: 2, err: expect.stringContaining('the last page shows') });
});

test('a key is rotated with an overlap of a day, unless another is given', async () => {
  const { keyId } = await json(
    'key create --account 1 --mode live --scopes sms_code --per-second 9',
  );
  const rotated = await json(`key rotate --account 1 --key ${keyId}`);
  expect(rotated.apiKey).toMatch(/^cs_live_/);
  const tomorrow = Date.now() + 86_400_000;
  expect(Math.abs(Date.parse(rotated.oldEndsAt) - tomorrow)).toBeLessThan(60_000);
  const listed = await json('key list --account 1');
  expect(listed).toMatchObject({
    keys: [
      { keyId: rotated.keyId, scopes: ['sms_code'], perSecond: 9, expiresAt: null },
      { keyId, replacedBy: rotated.keyId },
    ],
    next: null,
  });
  const { keys: older } = await json(`key list --account 1 --before ${rotated.keyId}`);
  expect(older).toMatchObject([{ keyId }]);
  const first = await fixture.run('key list --account 1 --limit 1');
  expect(first.out).toMatch(new RegExp(`\\n\\nThere are more: --before ${rotated.keyId}\\n$`));
});
