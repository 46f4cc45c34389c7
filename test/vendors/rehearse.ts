import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '../../src/foundation/contract/products.ts';
import type { Particulars } from '../../src/vendors/providers/particulars.ts';
import { type RunningSimulator, runSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import type { CommandLineFixture } from '../kit/command-line-fixture.ts';

/** A simulated vendor, and the provider that an operator configured with it. */
export interface Rehearsed {
  code: string;
  simulator: Simulator;
  running: RunningSimulator;
}

/** The particulars of a simulated vendor. */
export const particulars: Particulars = {
  legalName: { en: 'Played Checks Ltd', zh: '演练核验有限公司' },
  contact: 'privacy@played.test',
  privacyUrl: 'https://played.test/privacy',
  keepDays: 30,
  isAbroad: false,
};

export type Settings = Record<string, unknown>;

interface Rehearsing {
  code: string;
  receiptDelayMs?: number | undefined;
  callbackUrlOf(callbackKey: string): string;
  /** Settings in which the operator differs from the simulator's output. */
  change?: ((config: Settings) => Settings) | undefined;
}

/** Simulates a vendor, and adds a provider with the settings that its simulator prints. */
export async function rehearse(
  cli: CommandLineFixture,
  simulator: Simulator,
  { code, callbackUrlOf, receiptDelayMs = 20, change = (config) => config }: Rehearsing,
): Promise<Rehearsed> {
  const running = await runSimulator(simulator, { callbackUrlOf, receiptDelayMs });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-rehearsal-'));
  try {
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify(change(running.config)));
    await cli.json([
      ...`provider add --vendor ${simulator.vendor} --code ${code} --config ${file}`.split(' '),
      ...(simulator.kind === 'face' ? ['--particulars', JSON.stringify(particulars)] : []),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { code, simulator, running };
}

/**
 * Routes an account's live calls to these providers, best first, with a template in each one's
 * form.
 */
export async function routeTo(
  cli: CommandLineFixture,
  product: Product,
  accountId: number,
  providers: readonly Rehearsed[],
): Promise<void> {
  const codes = providers.map(({ code }) => code).join(',');
  await cli.json(`route set --product ${product} --account ${accountId} --providers ${codes}`);
  if (product === 'face_verify') return;
  const id = `REHEARSED_${accountId}`;
  const forms = providers.flatMap(({ code, simulator: { form } }) => (form ? [[code, form]] : []));
  await cli.json([
    ...`template create --template ${id} --product ${product}`.split(' '),
    '--text',
    product === 'sms_code' ? '【Example】Your code is {code}.' : '【Example】{content}',
    '--forms',
    JSON.stringify(Object.fromEntries(forms)),
  ]);
  await cli.json(`template assign --product ${product} --template ${id} --account ${accountId}`);
}
