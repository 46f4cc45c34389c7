import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { checkTitles } from '../../reports/report-texts.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'viewer' } as const;

interface Check {
  check: string;
  ok: boolean;
  details: { en: string; zh: string }[];
  screen: string | null;
  runbook: string | null;
}

test('the console runs every check of doctor, and names the section of the runbook', async () => {
  await fixture.pool.query(
    `insert into job_runs (job, failed_at, failure) values ('partitions', now(), 'Error X')`,
  );
  const { status, body } = await fixture.get(operator, '/platform/health/report');
  expect(status).toBe(200);
  const checks = body.checks as Check[];
  expect(checks.map(({ check }) => check).sort()).toEqual(Object.keys(checkTitles).sort());
  const jobs = checks.find(({ check }) => check === 'jobs');
  expect(jobs).toMatchObject({ ok: false, runbook: 'countersignjobsfailing' });
  expect(jobs?.details[0]?.zh).toContain('Error X');
  const pages = new URL('../../../../docs/guides/en/runbook.md', import.meta.url);
  const titles = readFileSync(pages, 'utf8').matchAll(/^## (.+)$/gm);
  const sections = [...titles].map(([, title = '']) => title.toLowerCase().replace('_', '-'));
  const wallets = checks.find(({ check }) => check === 'wallets');
  expect(wallets?.runbook).toBe('ledger-wrong');
  const live = checks.find(({ check }) => check === 'live_calls');
  expect(live?.screen).toBe('providers');
  const named = checks.flatMap(({ runbook }) => runbook ?? []);
  expect(named.filter((section) => !sections.includes(section))).toEqual([]);
});

test('only operators see it, and only for the whole platform', async () => {
  const { accountId } = fixture;
  const member = { members: { [accountId]: 'owner' } } as const;
  expect((await fixture.get(member, `/${accountId}/health/report`)).status).toBe(403);
  expect((await fixture.get(operator, `/${accountId}/health/report`)).status).not.toBe(200);
});
