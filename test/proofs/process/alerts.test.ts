import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../deploy/prometheus');
const promtool = (...words: string[]) =>
  spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });

const isThere = promtool('--version').status === 0;
const needs = isThere ? '' : ' (skipped: needs promtool, which the proofs install as root)';

test.skipIf(!isThere)(`promtool accepts the alerts${needs}`, () => {
  const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yml');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('SUCCESS: 23 rules found');
});

test.skipIf(!isThere)(`each alert is quiet before its time and fires at it${needs}`, () => {
  const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml');
  expect([status, stderr], stdout).toEqual([0, '']);
});
