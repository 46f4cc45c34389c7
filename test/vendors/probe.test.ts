import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probeProvider, questionsOf } from '../../src/surfaces/trials/probe-provider.ts';
import { reportProbe } from '../../src/surfaces/trials/report-probe.ts';
import { draftProvider } from '../../src/vendors/providers/draft-provider.ts';
import { findVendor } from '../../src/vendors/providers/find-vendor.ts';
import { secretsOf } from '../../src/vendors/providers/mask-settings.ts';
import type { Simulator, Taken } from '../../src/vendors/simulators/simulator.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import { holdsCode } from '../kit/holds-code.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';

/** `provider probe` against every simulator, with the waits cut short. */
let rehearsal: RehearsalFixture;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture();
});
afterAll(() => rehearsal.close());

const withQuestions = simulators
  .filter(({ vendor }) => questionsOf(findVendor(vendors, vendor)).length > 0)
  .map((simulator) => [simulator.vendor, simulator] as const);

const personal = ['13912345678', '12345678', '张三丰', 'Jenny Rosen', '11010519491231002X'];

async function probe(simulator: Simulator, outcome: Taken['state'] = 'failed') {
  const { pool, app, url } = rehearsal.fixture;
  const { vault } = app.line;
  const { code, running } = await rehearsal.addProvider(simulator);
  const provider = await draftProvider({ pool, vault, vendors }, { code }, (_, before) => before);
  const ports = {
    pool,
    defaultRegion: 'CN',
    currency: 'CNY',
    providerTimeoutMs: 5_000,
    publicUrl: url,
  };
  const isText = provider.vendor.kind === 'sms' && provider.vendor.template.form === 'text';
  const trial = {
    mobile: '13912345678',
    // A text of two segments, so that the questions about segments are asked too.
    ...(isText
      ? { text: '测试'.repeat(50) }
      : { templateId: 'CODE_DEFAULT', values: { code: '482913' } }),
    form: simulator.form,
    ...{
      name: /^(stripe|veriff)/.test(code) ? 'Jenny Rosen' : '张三丰',
      cardNo: '11010519491231002X',
    },
    browserData: '{"bioMetaInfo":"4.1.0:2916352,0"}',
  };
  const answers = await probeProvider(ports, provider, trial, questionsOf(provider.vendor), {
    wait: (ms) => sleep(Math.min(ms, 100)),
    onQuestion: () => {},
    onSession: () => running.decide(running.taken.at(-1)?.id ?? '', outcome),
  });
  return { answers, running, vendor: provider.vendor, parts: isText ? 2 : 1 };
}

describe.each(withQuestions)('the probe of %s', (_, simulator) => {
  test('asks every question that a program can ask, and hides who was asked', async () => {
    const { answers, running, vendor, parts } = await probe(simulator);
    const questions = questionsOf(vendor);
    for (const { id, ask } of questions) {
      const found = answers.find((answered) => answered.id === id)?.findings ?? null;
      if (!ask) expect(found).toBeNull();
      else expect(found?.join('\n')).toMatch(/^(?!failed:|not accepted)./);
    }
    const paid = questions.reduce((sum, { ask }) => sum + (ask?.costs ?? 0), 0);
    expect(running.taken.length).toBeLessThanOrEqual(paid * parts);
    const version = '0.0.0';
    const report = reportProbe({ vendorCode: vendor.code, version, at: new Date() }, answers);
    const shown = report + JSON.stringify(answers);
    for (const hidden of [...personal, '测试测试', ...secretsOf(vendor, running.config)]) {
      expect(shown).not.toContain(hidden);
    }
    expect(holdsCode(shown, '482913')).toBe(false);
  });

  test('names each question once, in both languages', () => {
    const questions = questionsOf(findVendor(vendors, simulator.vendor));
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { question, meaning } of questions) {
      for (const { en, zh } of [question, meaning]) {
        expect(en).toMatch(/[.?]$/);
        expect(zh).toMatch(/\p{Script=Han}.*[。？]$/u);
      }
    }
  });
});

// @mutant src/surfaces/trials/probe-provider.ts
// - return confirmPerson(result, person);
// + return result;
test.each(withQuestions.filter(([, { kind }]) => kind === 'face'))(
  'the probe of %s finds that a stranger fails, as in a call',
  async (_, simulator) => {
    const { answers } = await probe(simulator, 'stranger');
    expect(answers.find(({ id }) => id === 'stranger')?.findings?.join()).toMatch(/^failed/);
  },
);

test('shows what it would cost, and sends nothing without --yes', async () => {
  const [, simulator] = withQuestions.find(([code]) => code === 'alibaba-sms') ?? [];
  if (!simulator) throw new Error('no simulator');
  const { code, running } = await rehearsal.addProvider(simulator);
  const { cli } = rehearsal;
  await cli.json(['provider', 'set', '--code', code, '--costs', '{"each":"0.0450"}']);
  expect(await cli.json(`provider probe --code ${code}`)).toMatchObject({
    ...{ vendorCode: 'alibaba-sms', messages: 2, cost: '0.0900' },
    questions: [{ id: 'records-delay', costs: 1 }, { id: 'long-reference' }, { costs: null }],
  });
  expect((await cli.run(`provider probe --code ${code}`)).out).toContain('Nothing was sent.');
  expect(running.taken).toEqual([]);
  const asked = `provider probe --code ${code} --question long-reference --yes`;
  const message = ['--mobile', '13912345678', '--template', 'CODE_DEFAULT', '--var', 'code=246810'];
  const form = ['--form', JSON.stringify(simulator.form)];
  const ran = await cli.run([...asked.split(' '), ...message, ...form]);
  expect(ran).toMatchObject({ exitCode: 0, err: 'Asking long-reference.\n' });
  expect(ran.out).toMatch(/^- 64 characters: done$/m);
  expect(running.taken).toHaveLength(1);
  await cli.expectRefusal(
    `provider probe --code ${code} --question no`,
    'Available: records-delay',
  );
});
