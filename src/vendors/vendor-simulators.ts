import type { Simulator } from './simulators/simulator.ts';
import { vendors } from './vendors.ts';

/** The simulator of every vendor, by code: `simulators/tencent-sms.ts` exports `tencentSmsSimulator`. */
export const simulators: readonly Simulator[] = await Promise.all(
  vendors.map(({ code }) => loadSimulator(code)),
);

async function loadSimulator(code: string): Promise<Simulator> {
  const exported: Readonly<Record<string, Simulator>> = await import(`./simulators/${code}.ts`);
  const name = `${code.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase())}Simulator`;
  const simulator = exported[name];
  if (!simulator) throw new Error(`simulators/${code}.ts does not export ${name}`);
  return simulator;
}
