import type { AuditEntry } from '../../../../src/surfaces/console/audit/audit-contract.ts';

/** What somebody did, with every row that it changed, the newest first. */
export interface DoneAct {
  /** The newest entry, which names the act in a URL. */
  first: AuditEntry;
  entries: AuditEntry[];
  accountId: number | null;
}

/** The entries of one transaction are written at its end, within moments. */
const oneActMs = 1_000;

/** Joins the entries of one act; they follow each other in the log. */
export function groupActs(entries: readonly AuditEntry[]): DoneAct[] {
  const found: DoneAct[] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last && isSameAct(last, entry)) {
      last.entries.push(entry);
      last.accountId ??= entry.accountId;
    } else {
      found.push({ first: entry, entries: [entry], accountId: entry.accountId });
    }
  }
  return found;
}

/**
 * A second row of the same table may be of a second act, so it is a line of its own; so is a row of
 * another product.
 */
function isSameAct({ first, entries, accountId }: DoneAct, entry: AuditEntry): boolean {
  if (entries.some(({ subject }) => subject === entry.subject)) return false;
  const products = new Set([...entries, entry].map(productOf).filter((one) => one !== undefined));
  if (products.size > 1) return false;
  const isSameActor =
    first.actor.kind === entry.actor.kind && first.actor.name === entry.actor.name;
  const isOfAccount = [accountId, null].includes(entry.accountId) || accountId === null;
  const elapsed = Date.parse(first.madeAt) - Date.parse(entry.madeAt);
  return isSameActor && isOfAccount && first.action === entry.action && elapsed < oneActMs;
}

const productOf = ({ key, before, after }: AuditEntry): unknown =>
  ({ ...key, ...before, ...after }).product;

/** When the restored version was made; undefined if the act restores none. */
export function restoredState({ entries }: DoneAct): { madeAt: string | null } | undefined {
  const note = entries.find(({ subject }) => subject === 'versions')?.after;
  if (!note) return undefined;
  return { madeAt: typeof note.restored_at === 'string' ? note.restored_at : null };
}

const telling = [
  'name',
  'email',
  'role',
  'product',
  'template_id',
  'provider_code',
  'providers',
  'url',
  'prefix',
  'unit_price',
  'credit_limit',
  'low_balance',
  'amount',
  'reference',
  'lines',
  'credited',
  'call_id',
] as const;

const rowsOf = ({ entries }: DoneAct) =>
  entries.map(
    ({ object, key, before, after }): Readonly<Record<string, unknown>> => ({
      ...object,
      ...key,
      ...before,
      ...after,
    }),
  );

interface Telling {
  name: string;
  value: unknown;
  currency?: string;
}

/** The columns that say which thing it was, such as the name of a key or the role of an invitation. */
export function tellingFields(act: DoneAct): Telling[] {
  const rows = rowsOf(act);
  const { actor } = act.first;
  const currency = rows.map((row) => row.currency).find((one) => typeof one === 'string');
  return telling.flatMap((name): Telling[] => {
    const value = rows.map((row) => row[name]).find(Boolean);
    // Null is the email of an invitation for anybody.
    if (!value) return name === 'email' && isForAnybody(act) ? [{ name, value: null }] : [];
    // The sentence begins with the name of a person who changed something of their own.
    if (name === 'name' && actor.kind === 'person' && value === actor.name) return [];
    return [{ name, value, ...(currency ? { currency } : {}) }];
  });
}

const isForAnybody = ({ entries }: DoneAct) =>
  entries.some(
    ({ subject, before, after }) =>
      subject === 'invitations' && before === null && after?.email === null,
  );

/** The mode of what was changed; undefined if it has none. */
export function modeOf(act: DoneAct): 'live' | 'test' | undefined {
  const modes = rowsOf(act).map(({ mode }) => mode);
  return (['live', 'test'] as const).find((mode) => modes.includes(mode));
}
