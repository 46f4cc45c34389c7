import type { Command } from 'commander';
import { csvLine, csvMark } from '../../money/statements/csv-line.ts';
import {
  type BillDifference,
  type BillFinding,
  billDifferences,
  compareBill,
} from '../reports/bill-queries.ts';
import { readBill } from '../reports/read-bill.ts';
import type { OnInstallation } from './command-action.ts';
import { readDay, spanOfDays } from './read-option.ts';
import { joinTexts, pairs, plain, table } from './show.ts';
import { writeNewFile } from './write-new-file.ts';

interface BillOptions {
  code: string;
  file: string;
  idColumn: string;
  costColumn?: string;
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  out?: string;
}

const maxShown = 20;

const meanings: Readonly<Record<BillDifference, string>> = {
  not_ours: 'billed, but no call has this ID',
  not_charged: 'billed, but the call was not charged',
  not_billed: 'charged, but not billed',
  other_cost: 'billed at another cost than noted',
};

const titles = ['difference', 'vendor ID', 'request ID', 'state', 'lines', 'billed', 'cost'];

export function registerBillCommand(bill: Command, onInstallation: OnInstallation): void {
  bill
    .description('Compare a vendor’s bill with the live calls of a provider, message by message')
    .requiredOption('--code <provider>', 'Provider')
    .requiredOption('--file <file>', 'The vendor’s bill: CSV with one line per message')
    .requiredOption('--id-column <name>', 'Column with the vendor’s ID of the message')
    .option('--cost-column <name>', 'Column with the cost, in the platform’s currency')
    .requiredOption('--from <day>', 'First day, such as 2030-01-01', readDay)
    .requiredOption('--to <day>', 'Last day', readDay)
    .option('--out <file>', 'File for all differences, as CSV')
    .action(
      onInstallation(async ({ pool, config }, options: BillOptions) => {
        const { code: providerCode, file, out } = options;
        const period = { providerCode, ...spanOfDays(options, config.timeZone) };
        const columns = { ref: options.idColumn, cost: options.costColumn };
        const counts = Object.fromEntries(billDifferences.map((kind) => [kind, 0]));
        const shown: BillFinding[] = [];
        const compare = (keep: Keep) =>
          compareBill(pool, period, readBill(file, columns), async (found) => {
            for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
            shown.push(...found.slice(0, maxShown - shown.length));
            await keep(found);
          });
        const total = await (out ? writeDifferences(out, compare) : compare(async () => {}));
        const differences = Object.values(counts).reduce((sum, count) => sum + count, 0);
        const facts = {
          'lines of the bill': total.lines,
          billed: total.billed,
          'charged calls': total.calls,
          'known cost': total.cost,
          ...Object.fromEntries(billDifferences.map((kind) => [meanings[kind], counts[kind]])),
        };
        const rows = shown.map(cellsOf);
        const rest = differences - shown.length;
        return {
          json: {
            provider: providerCode,
            ...plain(total),
            differences: counts,
            shown: shown.map(plain),
          },
          text: joinTexts(
            pairs(facts),
            table(titles, rows, 'The bill and the calls agree.'),
            ...(rest > 0 && !out ? [`${rest} more: name a file with --out.`] : []),
          ),
          isBad: differences > 0,
        };
      }),
    );
}

function cellsOf({ kind, ref, requestId, state, lines, billed, cost }: BillFinding) {
  return [meanings[kind], ref, requestId, state, lines, billed, cost];
}

type Keep = (found: readonly BillFinding[]) => Promise<void>;

/** Keeps all differences that are found in a file. */
function writeDifferences<Total>(
  file: string,
  compare: (keep: Keep) => Promise<Total>,
): Promise<Total> {
  return writeNewFile(file, async (handle) => {
    await handle.appendFile(`${csvMark}${csvLine(titles)}`);
    return compare((found) =>
      handle.appendFile(found.map((each) => csvLine(cellsOf(each))).join('')),
    );
  });
}
