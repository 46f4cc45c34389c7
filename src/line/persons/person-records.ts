import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { eraseTasksOf, readTasksOf } from '../../foundation/tasks/task-queries.ts';
import type { Vault } from '../../foundation/vault.ts';
import { eraseChecks } from '../../products/checks/erase-queries.ts';
import { eraseMessages, eraseReceiptWords } from '../../products/messages/erase-queries.ts';
import { eraseVerifications } from '../../products/verifications/queries.ts';
import { eraseAttemptWords } from '../../vendors/providers/attempt-queries.ts';
import { eraseBodies } from '../idempotency/queries.ts';
import { eraseWindows } from '../limits/number-window-queries.ts';
import { eraseRefusedOf, readRefusedOf } from '../refused/queries.ts';
import { eraseNumbers } from '../search/project-queries.ts';
import {
  countInbox,
  readAttempts,
  readChecks,
  readEvents,
  readInbox,
  readMessages,
  readReceipts,
  readRequests,
  readSearchEntries,
  readVerifications,
  readWindows,
} from './record-queries.ts';
import type { Subject } from './subject.ts';

/** Whose records are asked for: a person, and some of their calls. */
export interface PersonRequest {
  vault: Vault;
  subject: Subject;
  calls: CallColumns;
}

/** A type of record about persons: where it is stored, how it is read, and how it is erased. */
interface PersonRecord {
  name: string;
  /** The columns that are erased. */
  columns: readonly string[];
  read(client: Queryable, request: PersonRequest): Promise<object[]>;
  /** Returns how many records were erased. */
  erase(client: Queryable, request: PersonRequest): Promise<number>;
}

/**
 * The only list of what is held about a person. `person find`, `person export` and the erasure all follow it, in
 * this order: what is found by a column is erased before that column. `person-columns.test.ts` compares it with
 * the schema.
 */
export const personRecords: readonly PersonRecord[] = [
  {
    name: 'requests',
    columns: ['idempotency_keys.body_hash'],
    read: (client, { calls }) => readRequests(client, calls),
    erase: (client, { calls }) => eraseBodies(client, calls),
  },
  {
    name: 'attempts',
    columns: ['attempts.words'],
    read: (client, { calls }) => readAttempts(client, calls),
    erase: (client, { calls }) => eraseAttemptWords(client, calls),
  },
  {
    name: 'receipts',
    columns: ['receipts.words', 'early_receipts.receipt'],
    read: (client, { calls }) => readReceipts(client, calls),
    erase: (client, { calls }) => eraseReceiptWords(client, calls),
  },
  {
    name: 'events',
    // The last step of an erasure erases them, when no event is to be delivered any more.
    columns: ['deliveries.last_reply', 'delivery_attempts.reply', 'events.body'],
    read: (client, { calls }) => readEvents(client, calls),
    erase: async (client, { calls }) => (await readEvents(client, calls)).length,
  },
  {
    name: 'search',
    columns: ['call_numbers.number_hash'],
    read: (client, { calls, subject }) => readSearchEntries(client, calls, subject),
    erase: async (client, { calls, subject }) =>
      subject.kind === 'mobile' ? eraseNumbers(client, subject.hash, calls.callIds) : 0,
  },
  {
    name: 'inbox',
    // The inbox shows the content of the messages and stores none of its own.
    columns: [],
    read: (client, { vault, calls }) => readInbox(client, vault, calls),
    erase: (client, { calls }) => countInbox(client, calls),
  },
  {
    name: 'messages',
    columns: [
      ...['message_contents.sealed', 'calls.content_id', 'calls.number_hash', 'calls.prefix'],
      ...['calls.idempotency_hash', 'calls.evidence'],
    ],
    read: (client, { vault, calls }) => readMessages(client, vault, calls),
    erase: (client, { vault, calls }) => eraseMessages(client, vault, calls),
  },
  {
    name: 'checks',
    columns: [
      ...['checks.sealed', 'checks.card_hash', 'checks.begun_by', 'checks.task_id'],
      ...['check_sessions.sealed_url', 'check_sessions.session_ref', 'check_sessions.device'],
    ],
    read: (client, { vault, calls }) => readChecks(client, vault, calls),
    erase: (client, { calls }) => eraseChecks(client, calls, null),
  },
  {
    name: 'refused',
    columns: ['refused_calls.person_hash'],
    read: (client, { subject }) => readRefusedOf(client, subject.hash, subject.accountId),
    erase: (client, { subject }) => eraseRefusedOf(client, subject.hash, subject.accountId),
  },
  {
    name: 'tasks',
    columns: ['tasks.person_hash', 'task_parts.content'],
    read: (client, { subject }) => readTasksOf(client, subject.hash, subject.accountId),
    erase: (client, { subject }) => eraseTasksOf(client, subject.hash, subject.accountId),
  },
  {
    name: 'verifications',
    columns: [
      ...['verifications.number_hash', 'verifications.code_hash', 'verifications.reference'],
      'verification_resends.prior_hash',
    ],
    read: (client, { subject }) => readVerifications(client, subject),
    erase: async (client, { subject }) =>
      subject.kind === 'mobile' ? eraseVerifications(client, subject.hash, subject.accountId) : 0,
  },
  {
    // The last one, because holds of calls wait for its rows.
    name: 'limits',
    columns: ['number_windows.number_hash', 'number_windows.code_hashes'],
    read: (client, { subject }) => readWindows(client, subject),
    erase: async (client, { subject }) =>
      subject.kind === 'mobile' ? eraseWindows(client, subject.hash, subject.accountId) : 0,
  },
];
