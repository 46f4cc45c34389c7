import { explainError } from '../../foundation/db/unreachable.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { type Applied, applyPlatform } from '../../installation/platform/apply-platform.ts';
import { listCells, type OpenCell } from '../../installation/platform/open-cell.ts';
import { type PlatformPlan, planPlatform } from '../../installation/platform/plan-platform.ts';
import { readWanted } from '../../installation/platform/wanted-platform.ts';
import { applyDuePlans } from '../../line/pricing/plan-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { Output } from './command-action.ts';
import { appliedJson, appliedText, differsExitCode } from './platform-outputs.ts';
import { planJson, planText } from './platform-plan-text.ts';

interface Asked {
  file: string;
  cells: string;
}

type CellPlan = { cell: number } & ({ plan: PlatformPlan } | { fault: string });

/** Plans for all cells at the same time. A cell that cannot be asked does not hide the others. */
export async function planCells(
  config: Config,
  { file, cells, secrets }: Asked & { secrets: boolean },
): Promise<Output> {
  const wanted = await readWanted(file, { followsReferences: secrets });
  const plans = await Promise.all(
    (await listCells(config, cells)).map(async ({ cell, open }): Promise<CellPlan> => {
      try {
        return {
          cell,
          plan: await within(open, (at) => planPlatform(at.pool, portsOf(at, config), wanted)),
        };
      } catch (error) {
        return { cell, fault: explainError(error as Error) };
      }
    }),
  );
  const isBad = plans.some((one) => 'fault' in one);
  const differs = plans.some((one) => 'plan' in one && one.plan.changes.length > 0);
  return {
    json: {
      cells: plans.map((one) =>
        'plan' in one
          ? { cell: one.cell, ...planJson(one.plan) }
          : { cell: one.cell, fault: one.fault },
      ),
    },
    text: plans
      .map((one) => `Cell ${one.cell}\n${'plan' in one ? planText(one.plan) : `✗ ${one.fault}`}`)
      .join('\n\n'),
    isBad,
    ...(differs && !isBad ? { exitCode: differsExitCode } : {}),
  };
}

/**
 * Applies a file to one cell after the other, each in its own transaction, and stops at the first fault. Run again,
 * it goes on: a cell that follows the file already is left alone.
 */
export async function applyCells(
  config: Config,
  { file, cells, allowRemoval }: Asked & { allowRemoval: boolean },
  say: (line: string) => void,
): Promise<Output> {
  const wanted = await readWanted(file);
  const done: { cell: number; applied: Applied }[] = [];
  const list = await listCells(config, cells);
  let failed: { cell: number; fault: string } | undefined;
  for (const { cell, open } of list) {
    try {
      const applied = await within(open, async (at) => {
        await applyDuePlans(at.pool);
        return at.change('platform.apply', (by) =>
          applyPlatform(by, portsOf(at, config), wanted, { allowRemoval }),
        );
      });
      done.push({ cell, applied });
      say(`Cell ${cell}: version ${applied.version}`);
    } catch (error) {
      failed = { cell, fault: explainError(error as Error) };
      break;
    }
  }
  const left = list.slice(done.length + (failed ? 1 : 0)).map(({ cell }) => cell);
  const texts = [
    ...done.map(({ cell, applied }) => `Cell ${cell}\n${appliedText(applied)}`),
    ...(failed ? [`Cell ${failed.cell}\n✗ ${failed.fault}`] : []),
    ...(left.length > 0 ? [`Not reached: cells ${left.join(', ')}. Run the command again.`] : []),
  ];
  return {
    json: {
      applied: done.map(({ cell, applied }) => ({ cell, ...appliedJson(applied) })),
      failed: failed ?? null,
      left,
    },
    text: texts.join('\n\n'),
    isBad: failed !== undefined,
  };
}

/** All cells of a platform have one currency. */
const portsOf = ({ vault }: OpenCell, { currency }: Config) => ({ vault, vendors, currency });

async function within<Result>(
  open: () => Promise<OpenCell>,
  work: (cell: OpenCell) => Promise<Result>,
): Promise<Result> {
  const cell = await open();
  try {
    return await work(cell);
  } finally {
    await cell.close();
  }
}
