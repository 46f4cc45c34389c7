import type { Command } from 'commander';
import type { Mode } from '../../foundation/contract/products.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { exportCalls } from '../../line/search/export-calls.ts';
import { projectUntilNow } from '../../line/search/project-calls.ts';
import type { FoundCall } from '../../line/search/search-queries.ts';
import { callFormats } from '../reports/export-calls.ts';
import type { OnInstallation } from './command-action.ts';
import { readId, readMode, readMonth, spanOfDays } from './read-option.ts';
import { writeNewFile } from './write-new-file.ts';

/** A command is not stopped: it is killed. */
const never = new AbortController().signal;

const { csv } = callFormats;

interface ExportOptions {
  month: string;
  account?: number;
  mode: Mode;
  out: string;
}

export function registerExportCommand(command: Command, onInstallation: OnInstallation): void {
  command
    .description('Write the calls of a month to a CSV file, newest first')
    .requiredOption('--month <month>', 'Month, such as 2026-10', readMonth)
    .option('--account <id>', 'Account; default: all', readId)
    .option('--mode <mode>', 'Mode: test or live', readMode, 'live')
    .requiredOption('--out <file>', 'File to write')
    .action(
      onInstallation(async ({ pool, config }, { month, account, mode, out }: ExportOptions) => {
        const { starts, ends } = spanOfMonth(month, config.timeZone);
        const of = account === undefined ? {} : { account };
        await projectUntilNow(pool, never);
        const found = exportCalls(pool, wholePlatform, mode, { from: starts, to: ends, ...of });
        const calls = await writeCalls(out, found);
        return {
          json: { month, mode, calls, file: out },
          text: `${calls} calls written to ${out}.`,
        };
      }),
    );
}

function spanOfMonth(month: string, timeZone: string): { starts: Date; ends: Date } {
  const from = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return spanOfDays({ from, to: from.add({ months: 1 }).subtract({ days: 1 }) }, timeZone);
}

/** Pages are read by short statements, each when the one before is written, so memory does not grow. */
function writeCalls(file: string, pages: AsyncIterable<FoundCall[]>): Promise<number> {
  return writeNewFile(file, async (handle) => {
    let calls = 0;
    await handle.appendFile(csv.begin(true));
    for await (const page of pages) {
      await handle.appendFile(csv.lines(page, true));
      calls += page.length;
    }
    return calls;
  });
}
