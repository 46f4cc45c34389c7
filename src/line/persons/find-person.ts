import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { createSlots, NoSlot } from '../../foundation/slots.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type Erasure, findCalls, listErasures } from './erasure-queries.ts';
import { type PersonRequest, personRecords } from './person-records.ts';
import { recordTitles } from './person-texts.ts';
import { referenceOf, type Subject } from './subject.ts';

/** A document of more calls than this is no answer to a person. */
const maxCalls = 10_000;

/** A search reads all calls. Requests that are repeated must not take the connections of callers for that. */
const searches = createSlots(1, 8);

/** What is held about a person: the records by their type. */
export interface FoundPerson {
  reference: string;
  calls: number;
  /** True if only the newest calls are in it. */
  isCut: boolean;
  records: { name: string; rows: object[] }[];
  /** Earlier erasures of the same person. */
  erasures: Erasure[];
}

export function findPerson(
  ports: { pool: Pool; vault: Vault },
  subject: Subject,
): Promise<FoundPerson> {
  return searches
    .run(() => search(ports, subject))
    .catch((cause) => {
      if (!(cause instanceof NoSlot)) throw cause;
      return fail('overloaded', { headers: { 'retry-after': '60' }, cause });
    });
}

async function search(
  { pool, vault }: { pool: Pool; vault: Vault },
  subject: Subject,
): Promise<FoundPerson> {
  const calls = await findCalls(pool, subject, maxCalls);
  const request: PersonRequest = { vault, subject, calls };
  const records: FoundPerson['records'] = [];
  for (const { name, read } of personRecords) {
    records.push({ name, rows: await read(pool, request) });
  }
  // People read first what matters most; the erasure has an order of its own.
  const order = Object.keys(recordTitles);
  records.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const reference = referenceOf(vault, subject);
  return {
    reference: reference.toString('hex'),
    calls: calls.callIds.length,
    isCut: calls.callIds.length === maxCalls,
    records,
    erasures: await listErasures(pool, { reference }),
  };
}
