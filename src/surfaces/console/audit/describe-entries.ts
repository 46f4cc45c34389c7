import type { Pool } from 'pg';
import { readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import { type Facts, type NamedTable, readFacts } from './queries.ts';
import type { ShownEntry } from './show-own-entry.ts';

/** An entry of a change holds only what changed, and a note only an ID: where the rest is read. */
const tableOf: Readonly<Record<string, { table: NamedTable; key: string }>> = {
  keys: { table: 'keys', key: 'key_id' },
  endpoints: { table: 'endpoints', key: 'endpoint_id' },
  deliveries: { table: 'endpoints', key: 'endpointId' },
  invitations: { table: 'invitations', key: 'invitation_id' },
  people: { table: 'people', key: 'person_id' },
  members: { table: 'people', key: 'person_id' },
  operators: { table: 'people', key: 'person_id' },
  bank_lines: { table: 'bank_lines', key: 'line_no' },
  payments: { table: 'payments', key: 'payment_id' },
  calls: { table: 'calls', key: 'call_id' },
};

type Described = ShownEntry & { object: Facts };

/** Adds what each entry is about, and gives a key its name. */
export async function describeEntries(
  pool: Pool,
  entries: readonly ShownEntry[],
): Promise<Described[]> {
  const accountIds = [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))];
  const asked = Map.groupBy(
    entries.flatMap((entry) => [subjectOf(entry) ?? [], actorOf(entry) ?? []].flat()),
    ({ table }) => table,
  );
  const facts = new Map(
    await Promise.all(
      [...asked].map(async ([table, of]) => {
        const ids = [...new Set(of.map(({ id }) => id))];
        return [table, await readFacts(pool, table, { ids, accountIds })] as const;
      }),
    ),
  );
  const factsOf = (of: RowId | undefined) => (of && facts.get(of.table)?.get(of.id)) ?? {};
  return entries.map((entry) => {
    const { name } = factsOf(actorOf(entry));
    const actor = typeof name === 'string' && name ? { ...entry.actor, name } : entry.actor;
    return { ...entry, actor, object: factsOf(subjectOf(entry)) };
  });
}

interface RowId {
  table: NamedTable;
  id: string;
}

function subjectOf({ subject, key }: ShownEntry): RowId | undefined {
  const of = Object.hasOwn(tableOf, subject) ? tableOf[subject] : undefined;
  if (!of) return undefined;
  const { deliveryId } = key;
  const id = typeof deliveryId === 'string' ? readDeliveryId(deliveryId)?.endpointId : key[of.key];
  return typeof id === 'string' || typeof id === 'number'
    ? { table: of.table, id: String(id) }
    : undefined;
}

const actorOf = ({ actor }: ShownEntry): RowId | undefined =>
  actor.keyId === undefined ? undefined : { table: 'keys', id: String(actor.keyId) };
