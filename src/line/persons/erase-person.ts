import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { eraseEventTexts } from '../../foundation/events/erase-queries.ts';
import { eraseTasksOf } from '../../foundation/tasks/task-queries.ts';
import type { Vault } from '../../foundation/vault.ts';
import { eraseCheckReferences } from '../../products/checks/erase-queries.ts';
import { eraseVerifications } from '../../products/verifications/queries.ts';
import { stopPolls } from '../../vendors/providers/attempt-queries.ts';
import { eraseWindows } from '../limits/number-window-queries.ts';
import { eraseRefusedOf } from '../refused/queries.ts';
import { pauseProjection } from '../search/project-queries.ts';
import {
  closeCalls,
  type Erasure,
  finishErasure,
  inPatience,
  insertErasure,
  listCallsOnce,
  listOpenErasures,
  lockErasure,
  notAsked,
  noteErased,
  takeClosableCalls,
  takeEndedCalls,
  type VendorAnswer,
} from './erasure-queries.ts';
import { personRecords } from './person-records.ts';
import { referenceOf, type Subject } from './subject.ts';

export interface ErasurePorts {
  pool: Pool;
  vault: Vault;
}

/** Each batch commits by itself: a killed erasure goes on where it stopped. */
const callsAtOnce = 200;

/** Requests an erasure; `continueErasure` carries it out. */
export async function requestErasure(
  change: Change,
  vault: Vault,
  subject: Subject,
  askedBy: string,
): Promise<string> {
  const erasureId = randomUUIDv7();
  const reference = referenceOf(vault, subject);
  await insertErasure(change, { ...subject, erasureId, reference, askedBy });
  return erasureId;
}

/**
 * Carries on all erasures that are not finished, as far as they can go now. One that fails, for example at a
 * content that no key opens, does not keep the later ones from going on.
 */
export async function continueErasures(ports: ErasurePorts, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const faults: unknown[] = [];
  for (const erasureId of await listOpenErasures(ports.pool)) {
    if (signal?.aborted) break;
    await continueErasure(ports, erasureId, signal).catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Carries an erasure on as far as it can go now: it erases the calls that have their outcome, and closes those
 * about which no vendor has to be asked any more. What is left is for a later run. Processes take turns.
 */
export async function continueErasure(
  ports: ErasurePorts,
  erasureId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const step of [listCalls, eraseSome, closeSome]) {
    while (!signal?.aborted && (await inTurn(ports, erasureId, step)));
  }
}

/** A step of an erasure in its own transaction. True if there may be more to do. */
type Step = (client: Queryable, ports: ErasurePorts, erasure: Locked) => Promise<boolean>;
type Locked = Erasure & { subjectHash: Buffer };

function inTurn(ports: ErasurePorts, erasureId: string, step: Step): Promise<boolean> {
  return inPatience(ports.pool, async (client) => {
    const erasure = await lockErasure(client, erasureId);
    return erasure !== undefined && (await step(client, ports, erasure));
  });
}

async function listCalls(client: Queryable, _ports: ErasurePorts, erasure: Locked) {
  await listCallsOnce(client, erasure);
  return false;
}

/** Erases what is held here of the next calls. A call without an outcome keeps what its resolution needs. */
async function eraseSome(client: Queryable, { vault }: ErasurePorts, erasure: Locked) {
  const { erasureId, kind, subjectHash: hash, accountId } = erasure;
  // Before any row is locked: the copy of calls must not wait for us while we wait for it.
  await pauseProjection(client);
  const calls = await takeEndedCalls(client, erasureId, callsAtOnce);
  if (calls.callIds.length === 0) return false;
  const erased = { ...erasure.erased };
  for (const { name, erase } of personRecords) {
    const count = await erase(client, { vault, calls, subject: { kind, hash, accountId } });
    if (count > 0) erased[name] = (erased[name] ?? 0) + count;
  }
  await stopPolls(client, calls);
  await noteErased(client, erasureId, calls, erased);
  return true;
}

/** Erases the vendors' IDs of the next calls, which were needed to ask the vendors, and keeps their answers. */
async function closeSome(client: Queryable, _ports: ErasurePorts, erasure: Locked) {
  const { erasureId, kind, subjectHash, accountId } = erasure;
  const rows = await takeClosableCalls(client, erasureId, callsAtOnce);
  const calls = columnsOf(rows);
  if (calls.callIds.length === 0) {
    const isFinished = await finishErasure(client, erasureId);
    // A person may have refused calls only, or none that an export found.
    if (isFinished) await eraseRefusedOf(client, subjectHash, accountId);
    if (isFinished) await eraseTasksOf(client, subjectHash, accountId);
    // Only once: an open erasure comes here every few seconds, and limits must count its newer calls.
    if (isFinished && kind === 'mobile') {
      await eraseVerifications(client, subjectHash, accountId);
      await eraseWindows(client, subjectHash, accountId);
    }
    return false;
  }
  await eraseCheckReferences(client, calls);
  await eraseEventTexts(client, calls);
  await closeCalls(client, erasureId, calls, addAnswers(erasure.vendors ?? [], rows));
  return true;
}

function columnsOf(rows: readonly { accountId: number; callId: string }[]): CallColumns {
  const byCall = new Map(rows.map((row) => [row.callId, row.accountId]));
  return { accountIds: [...byCall.values()], callIds: [...byCall.keys()] };
}

function addAnswers(
  known: readonly VendorAnswer[],
  rows: readonly Omit<VendorAnswer, 'count'>[],
): VendorAnswer[] {
  const sums = new Map(known.map((one) => [keyOf(one), one]));
  for (const { providerCode, product, ...row } of rows) {
    // A check without a session never reached a vendor, and neither did a call that names none.
    if (providerCode === '' || (product === 'face_verify' && row.answer === '')) continue;
    const answer = row.answer || notAsked;
    const at = row.at && new Date(row.at).toISOString();
    const key = keyOf({ providerCode, product, answer });
    const before = sums.get(key);
    const count = (before?.count ?? 0) + 1;
    sums.set(key, { providerCode, product, answer, count, at: at ?? before?.at ?? null });
  }
  return [...sums.values()];
}

function keyOf({ providerCode, product, answer }: Omit<VendorAnswer, 'count' | 'at'>): string {
  return JSON.stringify([providerCode, product, answer]);
}
