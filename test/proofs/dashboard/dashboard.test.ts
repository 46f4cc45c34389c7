import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeLinks } from '../../../src/vendors/providers/link-queries.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { createReceiver, createWebhookFixture } from '../../kit/webhook-fixture.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';
import { type DrawnPanel, drawDashboard } from './draw-dashboard.ts';
import { type Prometheus, type Series, startPrometheus } from './prometheus.ts';

const isThere = hasProgram('prometheus', '--version');
const needs = isThere ? '' : ' (skipped: needs prometheus, which the proofs install as root)';

/** `npm run dashboard-picture` names the file to draw. */
const picture = process.env.DASHBOARD_PICTURE;
const seconds = picture ? 45 : 20;

const file = join(import.meta.dirname, '../../../deploy/grafana/countersign.json');
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
  panels: {
    title: string;
    gridPos: DrawnPanel['place'];
    fieldConfig: { defaults: { unit: string } };
    targets: { expr: string; legendFormat: string }[];
  }[];
};

/** What appears only in trouble that this proof does not make: requests refused with 503. */
const mayBeEmpty = /countersign_refused_total/;

let fixture: Fixture;
let prometheus: Prometheus;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
beforeAll(async () => {
  if (!isThere) return;
  receiver = await createReceiver();
  const settings = { metricsPort: 0, outboundAllowedHosts: [new URL(receiver.url('/')).host] };
  fixture = await createFixture({ settings, withJobs: true });
  prometheus = await startPrometheus(fixture.app.metricsUrl() ?? expect.fail('no metrics'));
  const webhooks = createWebhookFixture(fixture.pool, fixture.app.line.vault);
  await webhooks.endpoint(fixture.accountId, receiver.url('/a'));
  // A backup and a carrier's connection, as their own parts note them.
  await fixture.pool.query(
    `insert into job_runs (job, ended_at) values ('backup', now() - interval '2 hours')
     on conflict (job) do update set ended_at = excluded.ended_at`,
  );
  const link = { providerCode: 'carrier', processId: randomUUID() };
  await storeLinks(fixture.pool, link, { wanted: 2, bound: 2, fault: null });
});
afterAll(async () => {
  await prometheus?.stop();
  await fixture?.close();
  await receiver?.close();
});

/** Messages and checks; one of ten messages is sent through a vendor that is down. */
async function makeTraffic(): Promise<void> {
  const untilMs = Date.now() + seconds * 1_000;
  for (let count = 0; Date.now() < untilMs; count++) {
    const mobile = count % 10 === 0 ? '13800000010' : `138001380${10 + (count % 80)}`;
    await fixture.call('sms_code', { mobile, code: '123456' });
    if (count % 5 === 0) {
      await fixture.call('face_verify', { name: '张小明', cardNo: '11010519491231002X' });
    }
    await sleep(40 + 40 * Math.sin(count / 30));
  }
}

test.skipIf(!isThere)(
  `every panel of the dashboard shows data of a real server${needs}`,
  async () => {
    await expect.poll(() => prometheus.isReady()).toBe(true);
    await makeTraffic();
    const drawn: DrawnPanel[] = [];
    const empty: string[] = [];
    for (const { title, gridPos, fieldConfig, targets } of panels) {
      const lines: { name: string; series: Series }[] = [];
      for (const { expr, legendFormat } of targets) {
        const found = await prometheus.query(expr, seconds);
        if (found.length === 0 && !mayBeEmpty.test(expr)) empty.push(`${title}: ${expr}`);
        lines.push(...found.map((series) => ({ name: legend(legendFormat, series), series })));
      }
      if (lines.length === 0) empty.push(title);
      drawn.push({ title, place: gridPos, unit: fieldConfig.defaults.unit, lines });
    }
    expect(empty).toEqual([]);
    const png = await drawDashboard(drawn);
    expect(png.length).toBeGreaterThan(20_000);
    if (picture) writeFileSync(picture, png);
  },
  longTimeoutMs,
);

/** Grafana's legend: each label in double braces becomes its value. */
function legend(format: string, { metric }: Series): string {
  return format.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => metric[label] ?? '');
}
