import { expect, test } from 'vitest';
import { endLaunched, launch } from './server-process.ts';

test('ends what a failed test left behind, frozen or not', async () => {
  const left = [1, 2].map(() => launch(['simulate', 'http-sms', '--json'], {}));
  for (const { output } of left) await expect.poll(() => output.stdout).toContain('\n');
  left[1]?.child.kill('SIGSTOP');
  await endLaunched();
  expect(left.map(({ child }) => child.exitCode)).toEqual([0, 0]);
});
