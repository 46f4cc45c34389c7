import type { Command } from 'commander';
import { changedFields, isMoney, valueText } from '../../foundation/audit/changed-fields.ts';
import {
  type AuditEntry,
  type EntryFilter,
  listEntries,
} from '../../foundation/audit/entry-queries.ts';
import { type KnownHead, verifyAgainstKept } from '../../foundation/audit/verify-entries.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
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
    .description('List who changed what, newest first')
    .option('--account <id>', 'Changes of this account', readId)
    .option('--action <action>', 'Action such as price.set, or price for all actions on prices')
    .option('--by <name>', 'Changes by the person of this name')
    .option('--limit <count>', 'Maximum number of rows', readCount, 100)
    .option('--before <entry>', 'Continue before this entry', readId)
    .action(
      onInstallation(async ({ pool, config }, options: ListOptions) => {
        const { account: accountId, action, by: actor, limit, before } = options;
        const filter: EntryFilter = { accountId, action, actor };
        const { entries, next } = await listEntries(pool, { kind: 'platform' }, filter, {
          limit,
          before,
        });
        const rows = withSecrets(entries).map((entry) => [
          entry.entryId,
          entry.madeAt,
          `${entry.actor.kind.replace('_', ' ')} ${entry.actor.name}`,
          entry.action,
          keyText(entry.key),
          (timeZone: string) => changeText(entry, { timeZone, currency: config.currency }),
        ]);
        const titles = ['entry', 'at', 'by', 'action', 'of', 'change'];
        const listed = table(titles, rows, 'No entries.');
        return {
          json: { entries, next },
          text: withNext(listed, '--before', next),
        };
      }),
    );

  audit
    .command('verify')
    .description('Verify the hash chain of all entries')
    .option('--head <hash>', 'A head hash that you kept; the chain must contain it', readHash)
    .action(
      onInstallation(async ({ pool, vault, config }, { head }: { head?: string }) => {
        const { dataDir } = config;
        const verified = await verifyAgainstKept({ pool, vault, dataDir }, head);
        const against = verified.against && headText(verified.against);
        const json = { ...verified, fault: verified.fault?.en ?? null };
        return { json, text: pairs({ ...json, against }), isBad: !verified.ok };
      }),
    );
}

function headText({ hash, entryId, keptAt }: KnownHead) {
  return (timeZone: string) =>
    keptAt === null
      ? hash
      : `${hash}, entry ${entryId}, kept ${localTime(new Date(keptAt), timeZone)}`;
}

/** Which secrets of a provider were set is an entry of its own; it is shown with the change of the provider. */
function withSecrets(entries: readonly AuditEntry[]): AuditEntry[] {
  const shown: AuditEntry[] = [];
  for (const entry of entries) {
    const last = shown.at(-1);
    if (last && isOneChange(last, entry)) {
      const after = { ...entry.after, ...last.after };
      shown[shown.length - 1] = { ...entry, before: entry.before ?? last.before, after };
    } else shown.push(entry);
  }
  return shown;
}

function isOneChange(later: AuditEntry, earlier: AuditEntry): boolean {
  const subjects = [later.subject, earlier.subject];
  return (
    subjects.includes('providers') &&
    subjects.includes('provider_secrets') &&
    later.action === earlier.action &&
    later.key.provider_code === earlier.key.provider_code &&
    later.actor.name === earlier.actor.name
  );
}

function keyText(key: AuditEntry['key']): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== true)
    .map(([name, value]) => `${spaced(name)} ${value}`)
    .join(', ');
}

/** `amount 500.0000 CNY` for a new row, `state active → suspended` for a changed one. */
function changeText(
  entry: AuditEntry,
  { timeZone, currency }: { timeZone: string; currency: string },
): string {
  if (!entry.after) return 'removed';
  const text = (name: string, value: unknown) => {
    if (typeof value === 'string' && instant.test(value)) {
      return localTime(new Date(value), timeZone);
    }
    const said = valueText(name, value) ?? 'none';
    return isMoney(name) ? `${said} ${currency}` : said;
  };
  const fields = changedFields(entry).filter(({ name }) => !(name in entry.key));
  const changes = fields.map(({ name, before, after }) =>
    before === undefined
      ? `${spaced(name)} ${text(name, after)}`
      : `${spaced(name)} ${text(name, before)} → ${text(name, after)}`,
  );
  return changes.join(', ') || 'created';
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const spaced = (name: string) => name.replaceAll('_', ' ');
