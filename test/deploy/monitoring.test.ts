import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { languages } from '../../src/foundation/contract/text/languages.ts';
import { parseMarkdown } from '../../src/surfaces/docs/parse-markdown.ts';
import { registerGauges } from '../../src/surfaces/http/gauges.ts';
import { createMetrics } from '../../src/surfaces/http/metrics.ts';
import { runbookSections } from '../../src/surfaces/notices/notice-texts.ts';
import { createFixture } from '../kit/fixture.ts';
import { sampleGauges } from '../kit/sample-gauges.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const rules: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups[0].rules;
const alerts = rules.map(({ alert }) => alert);
const dashboard = JSON.parse(read('deploy/grafana/countersign.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};

/** The labels of each metric, read from a registry in which every one has a value. */
let exposed: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  const metrics = createMetrics('1.0.0');
  registerGauges(metrics.registry, sampleGauges);
  metrics.calls.answered('sms_code', 201, 0.1);
  const failed = { outcome: 'unavailable', reason: 'provider_balance', seconds: 1 } as const;
  metrics.calls.attempted('twilio', failed);
  metrics.calls.resolved('done');
  metrics.deliveries.attempted('delivered');
  metrics.jobs.ran('close days', 1, true);
  metrics.refused('overloaded', 1);
  metrics.count();
  exposed = labelsOf(await metrics.registry.metrics());
});

function labelsOf(text: string): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', words = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ''] of words.matchAll(/([a-z_]+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels;
}

test('a running server exposes the metrics that the expressions are compared with', async () => {
  const fixture = await createFixture({ settings: { metricsPort: 0 } });
  const url = fixture.app.metricsUrl() ?? expect.fail('there are no metrics');
  const text = await (await fetch(url)).text();
  await fixture.close();
  const declared = [...text.matchAll(/^# TYPE (countersign_[a-z_]+)/gm)].map(([, name]) => name);
  const ours = [...exposed.keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(ours.filter((name) => !declared.includes(name))).toEqual([]);
});

/** Labels that Prometheus adds to every metric. */
const addedLabels = ['job', 'instance'];

function faultsOf(expr: string): string[] {
  const metrics = [...expr.matchAll(/\b(countersign_[a-z_]+)(?:\{([^}]*)\})?/g)];
  const names = new Set(metrics.map(([, name = '']) => name));
  const unknown = [...names].filter((name) => !exposed.has(name));
  const known = new Set(
    [...names].flatMap((name) => [...(exposed.get(name) ?? []), ...addedLabels]),
  );
  const matched = metrics.flatMap(([, , matchers = '']) =>
    [...matchers.matchAll(/([a-z_]+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  );
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  const strange = [...matched, ...grouped].filter((label) => !known.has(label));
  return [...unknown, ...(names.size > 0 ? strange : [])];
}

describe('every expression names metrics and labels that a server exposes:', () => {
  test.each(rules.map(({ alert, expr }) => [alert, expr]))('alert %s', (_, expr) => {
    expect(faultsOf(expr as string)).toEqual([]);
  });

  test.each(dashboard.panels.map(({ title, targets }) => [title, targets] as const))(
    'panel %s',
    (_, targets) => {
      expect(targets.flatMap(({ expr }) => faultsOf(expr))).toEqual([]);
      expect(targets.every(({ expr }) => /countersign_/.test(expr))).toBe(true);
    },
  );

  test('a wrong name or label would be found', () => {
    expect(faultsOf('rate(countersign_nothing_total[5m])')).toEqual(['countersign_nothing_total']);
    expect(faultsOf('sum by (colour) (countersign_calls_total{shape="x"})')).toEqual([
      'shape',
      'colour',
    ]);
  });
});

test('every alert has a rule test, a severity and its section in the runbook of each language, before notices without an alert', () => {
  const tested = parse(read('deploy/prometheus/alerts.test.yml')).tests.flatMap(
    ({ alert_rule_test }: { alert_rule_test: { alertname: string; exp_alerts: [] }[] }) =>
      alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map((one) => one.alertname),
  );
  expect(tested).toEqual(alerts);
  expect(new Set(alerts).size).toBe(alerts.length);
  for (const language of languages) {
    const sections = parseMarkdown(read(`docs/guides/${language}/runbook.md`)).filter(
      (block) => block.kind === 'heading' && block.level === 2,
    ) as { text: string; id: string }[];
    const titles = sections.map(({ text }) => text);
    expect(titles).toEqual([
      ...alerts,
      ...['top_up_asked', 'payment_mismatched', 'payment_disputed', 'payment_books'],
      ...['payment_card_kept', 'invoice_failing'],
      ...['ledger_wrong', 'audit_broken'],
    ]);
    const anchors = sections.map(({ id }) => id);
    expect(anchors).toEqual(expect.arrayContaining(Object.values(runbookSections)));
  }
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.runbook).toBe(`/docs/runbook#${alert.toLowerCase()}`);
  }
});
