import type { Command } from 'commander';
import { type EntryFilter, listEntries } from '../../foundation/audit/entry-queries.ts';
import { verifyEntries } from '../../foundation/audit/verify-entries.ts';
import type { OnInstallation } from './command-action.ts';
import { readCount, readHash, readId } from './read-option.ts';
import { pairs, table, withNext } from './show.ts';

interface ListOptions {
  account?: number;
  action?: string;
  by?: string;
  limit: number;
  before?: number;
}

export function registerAuditCommands(audit: Command, onInstallation: OnInstallation): void {
  audit
    .command('list')
    .description('who changed what, the newest first')
    .option('--account <id>', 'what concerns this account', readId)
    .option('--action <action>', 'such as price.set, or price for all that begin so')
    .option('--by <name>', 'what somebody of this name did')
    .option('--limit <count>', 'how many at most', readCount, 100)
    .option('--before <entry>', 'those before this one: the next page', readId)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { account: accountId, action, by: actor, limit, before } = options;
        const filter: EntryFilter = { accountId, action, actor };
        const { entries, next } = await listEntries(pool, { kind: 'platform' }, filter, {
          limit,
          before,
        });
        const rows = entries.map((entry) => [
          entry.entryId,
          entry.madeAt,
          `${entry.actor.kind.replace('_', ' ')} ${entry.actor.name}`,
          entry.action,
          sayKey(entry.key),
          sayChange(entry.before, entry.after),
        ]);
        const listed = table(['entry', 'at', 'by', 'action', 'of', 'before → after'], rows);
        return {
          json: { entries, next },
          text: withNext(listed, '--before', next),
        };
      }),
    );

  audit
    .command('verify')
    .description('follow the chain of the entries from the first to the last')
    .option('--head <hash>', 'a head that you have kept: it must still be there', readHash)
    .action(
      onInstallation(async ({ pool }, { head }: { head?: string }) => {
        const verified = await verifyEntries(pool, head);
        return { json: verified, text: pairs({ ...verified }), isBad: !verified.ok };
      }),
    );
}

function sayKey(key: Record<string, unknown>): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function sayChange(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): string {
  if (!before || !after) return after ? 'made' : 'removed';
  return Object.entries(after)
    .map(([name, value]) => `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(value)}`)
    .join(', ');
}
