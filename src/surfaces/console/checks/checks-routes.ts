import type { Act } from '../../../foundation/audit/acts.ts';
import { type Change, noteChange } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import { readFunnel } from '../../../line/search/hour-queries.ts';
import { findCalls } from '../../../line/search/search-queries.ts';
import { type CheckKey, endCheck, recordWithdrawal } from '../../../products/checks/queries.ts';
import { renewLink } from '../../../products/checks/renew-link.ts';
import { type CallStory, findStory } from '../../reports/story-queries.ts';
import { readRowPersons } from '../calls/queries.ts';
import { type AskedCalls, readFilter } from '../calls/read-filter.ts';
import { readProgress } from '../calls/read-progress.ts';
import { showRow } from '../calls/show-row.ts';
import { hasRight } from '../kit/authorize-console.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { gapsOfEmpty } from '../kit/gaps-of-empty.ts';
import { readKey, readSeen } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  CheckAsked,
  CheckChanged,
  CheckLink,
  ChecksPage,
  ChecksQuery,
  ChecksWatched,
  Funnel,
  FunnelQuery,
} from './checks-contract.ts';

const pageSize = 50;
/** How often to look for changes: search finds a check two seconds after it changed. */
const pollMs = 2_000;

/** Face checks: their states and where people drop off. Never shows a face. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/checks/list',
    right: 'checks.read',
    summary: 'List face checks, newest first',
    query: ChecksQuery,
    reply: ChecksPage,
    async handle(context, { query }) {
      const { pool, person } = context;
      const { before, after, seen } = query;
      const asked = readChecks(context, query);
      const { scope, mode, filter } = asked;
      const page = { limit: pageSize, ...(before ? { before } : {}), ...(after ? { after } : {}) };
      const key = readKey('checks page', [asked, page, seen]);
      const { checks, hasMore } = await readSeen(pool, { key, seen }, async () => {
        const found = await findCalls(pool, scope, mode, filter, page);
        const persons = await readRowPersons(pool, found.calls);
        const shown = found.calls.map((call) => ({
          ...showRow(context, call, persons.get(call.callId), false),
          state: call.result ?? 'pending',
          stage: call.stage,
        }));
        return { checks: shown, hasMore: found.hasMore };
      });
      const canChange = hasRight(person, context.scope, 'checks.change');
      const gaps = await gapsOfEmpty(context, { rows: checks, mode, products: ['face_verify'] });
      return { checks, hasMore, gaps, canChange };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/checks/changes',
    right: 'checks.read',
    summary: 'Server-sent events when the first page of face checks changes',
    query: ChecksWatched,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      const asked = readChecks(context, query);
      return watchChanges(context, signal, {
        key: readKey('checks', [asked]),
        readState: () => readProgress(context.pool, asked, pageSize),
        everyMs: pollMs,
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/checks/funnel',
    right: 'checks.read',
    summary: 'How far people came in the checks of a period',
    query: FunnelQuery,
    reply: Funnel,
    async handle({ pool, scope }, { query: { mode = 'live', from, to } }) {
      const span = { from: new Date(from), to: new Date(to) };
      return (await readFunnel(pool, scope, mode, span)).result;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/checks/link',
    right: 'checks.change',
    summary: 'Create a new link for a pending check; the old one stops working',
    body: CheckAsked,
    reply: CheckLink,
    async handle(context, { body }) {
      const { callId: checkId, mode } = await requireCheck(context, body.requestId);
      const renewed = await context.change('check.renew_link', (change) =>
        renewLink(change, context.scope, { mode, checkId }, context.checks.settings.personUrl()),
      );
      if (!renewed) refuse('check_closed', { check: checkId });
      return { url: renewed.url };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/checks/cancel',
    right: 'checks.change',
    summary: 'End a pending check',
    body: CheckAsked,
    reply: CheckChanged,
    handle: (context, { body }) =>
      changeCheck(context, body.requestId, 'check.cancel', (change, check) =>
        endCheck(change, check, checkStatus.cancelled, context.clock.databaseNow()),
      ),
  }),
  consoleRoute({
    method: 'POST',
    path: '/checks/withdraw',
    right: 'checks.change',
    summary: "Withdraw a consent on the person's behalf and erase their data",
    body: CheckAsked,
    reply: CheckChanged,
    handle: (context, { body }) =>
      changeCheck(context, body.requestId, 'check.withdraw', (change, check) =>
        recordWithdrawal(change, check, context.clock.databaseNow()),
      ),
  }),
];

/** Checks are calls of one product; `state` is that of the check. */
function readChecks(
  context: ConsoleContext,
  { state, before: _, after: __, seen: ___, ...query }: ChecksQuery,
): AskedCalls {
  const asked = readFilter(context, query);
  const result = state === undefined ? {} : { result: state };
  return {
    ...asked,
    filter: { ...asked.filter, product: 'face_verify', state: 'done', ...result },
  };
}

/** Changes a check and writes the audit entry in one transaction; fails if the check is already closed. */
async function changeCheck(
  context: ConsoleContext,
  requestId: string,
  action: Act,
  work: (change: Change, check: CheckKey) => Promise<boolean>,
): Promise<{ requestId: string }> {
  const { accountId, callId } = await requireCheck(context, requestId);
  await context.change(action, async (change) => {
    const isDone = await work(change, { accountId, checkId: callId });
    if (!isDone) refuse('check_closed', { check: callId });
    const key = { check_id: callId };
    const noted = { accountId, action, subject: 'checks', key, before: null, after: null };
    await noteChange(change, noted);
  });
  return { requestId: callId };
}

async function requireCheck(context: ConsoleContext, requestId: string): Promise<CallStory> {
  const story = isRequestId(requestId)
    ? await findStory(context.pool, context.scope, requestId)
    : undefined;
  return story?.check ? story : fail('nothing_there');
}
