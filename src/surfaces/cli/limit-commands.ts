import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';
import { limitsInForce } from '../../line/limits/limits.ts';
import {
  findLimits,
  findLimitsWithDefaults,
  listClosedPrefixes,
  openPrefix,
  setLimits,
} from '../../line/limits/queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import {
  nullable,
  readAmountOrNone,
  readId,
  readLimitOrDefault,
  readMode,
  readRegionsOrDefault,
  readSwitchOrDefault,
} from './read-option.ts';
import { pairs, plain, table } from './show.ts';

interface OfAccount {
  account: number;
  mode: Mode;
}
interface SetOptions extends OfAccount {
  perNumber?: boolean | 'default';
  codePerMinute?: number | 'default';
  codePerHour?: number | 'default';
  codePerDay?: number | 'default';
  noticePerDay?: number | 'default';
  regions?: string[] | 'default';
  spendCap?: Money | 'none';
}

export function registerLimitCommands(limit: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    limit
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'Account', readId)
      .requiredOption('--mode <mode>', 'Mode: test or live', readMode);

  verb('show', 'Show the limits in force').action(
    onInstallation(async (context, options: OfAccount) => showLimits(context, options)),
  );

  verb('set', 'Change limits; others stay as they are')
    .option('--per-number <choice>', 'Limits per number: on, off or default', readSwitchOrDefault)
    .option(
      '--code-per-minute <n>',
      'Codes per minute to one number, or default',
      readLimitOrDefault,
    )
    .option('--code-per-hour <n>', 'Codes per hour to one number, or default', readLimitOrDefault)
    .option('--code-per-day <n>', 'Codes per day to one number, or default', readLimitOrDefault)
    .option('--notice-per-day <n>', 'Notices per day to one number, or default', readLimitOrDefault)
    .option('--regions <list>', 'Allowed regions, * for all, or default', readRegionsOrDefault)
    .option('--spend-cap <amount>', 'Daily spending limit, or none', readAmountOrNone)
    .action(
      onInstallation(async (context, options: SetOptions) => {
        const wanted = {
          perNumber: nullable(options.perNumber),
          codePerMinute: nullable(options.codePerMinute),
          codePerHour: nullable(options.codePerHour),
          codePerDay: nullable(options.codePerDay),
          noticePerDay: nullable(options.noticePerDay),
          regions: nullable(options.regions),
          spendCapDay: nullable(options.spendCap),
        };
        const { account, mode } = options;
        await context.change('limit.set', (by) => setLimits(by, account, mode, wanted));
        return showLimits(context, options);
      }),
    );

  verb('open', 'Open a closed prefix early')
    .requiredOption('--prefix <prefix>', 'Prefix, as limit closed shows it')
    .action(
      onInstallation(
        async ({ pool, change }, { account, mode, prefix }: OfAccount & { prefix: string }) => {
          await change('limit.open', (by) => openPrefix(by, account, mode, prefix));
          return showClosed(pool, account);
        },
      ),
    );

  limit
    .command('closed')
    .description('List number prefixes that are closed now')
    .option('--account <id>', 'Account', readId)
    .action(
      onInstallation(async ({ pool }, { account }: { account?: number }) =>
        showClosed(pool, account),
      ),
    );
}

/** The effective limits: those set for the account, otherwise the defaults. */
async function showLimits({ pool, config }: CliContext, { account, mode }: OfAccount) {
  await requireAccount(pool, account);
  const settings = await findLimits(pool, account, mode);
  const merged = await findLimitsWithDefaults(pool, account, mode);
  const inForce = limitsInForce(merged, mode, config.defaultRegion);
  return {
    json: { accountId: account, mode, ...plain(inForce), set: settings && plain(settings) },
    text: pairs({ account, mode, ...inForce }),
  };
}

async function showClosed(pool: Pool, accountId?: number) {
  const closed = await listClosedPrefixes(pool, accountId);
  const rows = closed.map((c) => [c.accountId, c.mode, c.prefix, c.closedUntil, c.reason]);
  return {
    json: { closed },
    text: table(
      ['account', 'mode', 'prefix', 'closed until', 'reason'],
      rows,
      'No closed prefixes.',
    ),
  };
}
