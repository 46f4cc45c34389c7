import { noteChange } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { listAddressesAt } from '../../../line/callers/key-use-queries.ts';
import { latestReplyMs } from '../../../line/calls/line.ts';
import { findRefusedCall } from '../../../line/refused/queries.ts';
import { refund } from '../../../money/ledger/queries.ts';
import { openCheck } from '../../../products/checks/check-secrets.ts';
import { openMessage } from '../../../products/messages/content.ts';
import { findTemplate } from '../../../products/messages/template-queries.ts';
import { type CallStory, findStory } from '../../reports/story-queries.ts';
import { readUsedLimits } from '../../reports/used-limits-queries.ts';
import { hasRight } from '../kit/authorize-console.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { readKey, readSeen } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  CallAsked,
  CallDetail,
  CallsFilter,
  CallsPage,
  CallsQuery,
  CallsTotals,
  CallWithReason,
  PersonAsked,
  PersonFound,
  Reasons,
  Refunded,
  RefusedDetail,
  Revealed,
} from './calls-contract.ts';
import { findRows, readRefusedPersons } from './find-rows.ts';
import { listReasons } from './list-reasons.ts';
import { readNames, readResult } from './queries.ts';
import { readCallsTotals } from './read-calls-totals.ts';
import { readFilter } from './read-filter.ts';
import { readProgress } from './read-progress.ts';
import { readPerson, sealPerson } from './search-call-person.ts';
import { showCall } from './show-call.ts';
import { showRefused } from './show-refused.ts';
import { isReadable } from './show-row.ts';

const pageSize = 50;
const revealedSeconds = 60;
/** How often to look for new calls: search finds a call two seconds after it is made. */
const pollMs = 2_000;

/** The call explorer, and a single call with everything stored about it. */
/** One more than the page names. */
const mostAddresses = 4;

export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/calls/list',
    right: 'calls.read',
    summary: 'List calls, newest first',
    query: CallsQuery,
    reply: CallsPage,
    async handle(context, { query }) {
      const asked = readFilter(context, query);
      const { before, after, limit = pageSize, seen } = query;
      const page = { limit, ...(before ? { before } : {}), ...(after ? { after } : {}) };
      const key = readKey('calls page', [asked, page, seen]);
      const { rows, hasMore } = await readSeen(context.pool, { key, seen }, () =>
        findRows(context, asked, page),
      );
      return { calls: rows, hasMore, person: asked.person };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/calls/totals',
    right: 'calls.read',
    summary: 'Totals of the calls of a period, and their distribution',
    query: CallsFilter,
    reply: CallsTotals,
    handle: async (context, { query }) =>
      readCallsTotals(context.pool, readFilter(context, query), context.clock.now()),
  }),
  consoleRoute({
    method: 'POST',
    path: '/calls/person',
    right: 'calls.read',
    summary: 'Get the filter token of a mobile or an ID number',
    body: PersonAsked,
    reply: PersonFound,
    async handle({ vault, config }, { body }) {
      const person = readPerson(vault, body.text, config.defaultRegion);
      if (!person) {
        const details = [{ field: 'text', problem: problems.wrong_form }];
        return fail('invalid_request', { details });
      }
      return { token: sealPerson(vault, person), label: person.label, kind: person.kind };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/calls/reasons',
    right: 'calls.read',
    summary: 'The failure reasons, in words',
    reply: Reasons,
    handle: async ({ language, isOperator }) => ({ reasons: listReasons(language, isOperator) }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/calls/live',
    right: 'calls.read',
    summary: 'Server-sent events when the first page of calls changes, with the newest call',
    query: CallsFilter,
    reply: 'text/event-stream',
    handle: async (context, { query, signal }) => {
      const asked = readFilter(context, query);
      return watchChanges(context, signal, {
        key: readKey('calls', [asked]),
        readState: () => readProgress(context.pool, asked, pageSize),
        everyMs: pollMs,
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/calls/show',
    right: 'calls.read',
    summary: 'Show everything about a call',
    query: CallAsked,
    reply: CallDetail,
    async handle(context, { query }) {
      const { pool, vault, person, isOperator, language } = context;
      const story = await requireStory(context, query.requestId);
      const [names, result, pieces, addresses, usedLimits] = await Promise.all([
        readNames(pool, story),
        readResult(pool, story),
        piecesOf(context, story),
        listAddressesAt(pool, story, story.heldAt, mostAddresses),
        readUsedLimits(pool, story, context.config.timeZone),
      ]);
      const sealed = { sealed: story.sealed, checkSealed: names.checkSealed };
      const isOpen = isReadable(context, { ...story, ...sealed });
      const details = {
        result: null,
        reason: null,
        ...result,
        ...names,
        pieces,
        addresses,
        usedLimits,
      };
      return showCall(
        vault,
        story,
        { ...details, isReadable: isOpen },
        {
          isOperator,
          canRefund: hasRight(person, context.scope, 'calls.refund'),
          canReveal: hasRight(person, context.scope, 'calls.reveal'),
          language,
          publicUrl: context.publicUrl,
          latestReplyMs: latestReplyMs(context.config),
          apiUrl: context.apiUrl(),
        },
      );
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/calls/refused',
    right: 'calls.read',
    summary: 'Show a call that was refused',
    query: CallAsked,
    reply: RefusedDetail,
    async handle(context, { query }) {
      const id = query.requestId.trim().toLowerCase();
      if (!isRequestId(id)) return fail('nothing_there');
      const call = await findRefusedCall(context.pool, context.scope, id);
      if (!call) return fail('nothing_there');
      const persons = await readRefusedPersons(context, [call]);
      return showRefused(call, persons.get(call.callId) ?? null, context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/calls/refund',
    right: 'calls.refund',
    summary: 'Refund a call',
    body: CallWithReason,
    reply: Refunded,
    async handle(context, { body: { requestId, reason } }) {
      const { accountId, callId } = await requireStory(context, requestId);
      const { amount, available } = await context.change('wallet.refund', (change) =>
        refund(change, { accountId, callId, reason }),
      );
      return { amount: formatMoney(amount), available: formatMoney(available) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/calls/reveal',
    right: 'calls.reveal',
    summary: 'Reveal masked data for a minute; the reason is stored',
    body: CallWithReason,
    reply: Revealed,
    async handle(context, { body: { requestId, reason } }) {
      const story = await requireStory(context, requestId);
      const { checkSealed } = await readNames(context.pool, story);
      const values = valuesOf(context, story, checkSealed);
      if (!values) return fail('nothing_there');
      const { accountId, callId } = story;
      // Write the audit entry first, so that no reveal goes unrecorded.
      await context.change('call.reveal', (change) =>
        noteChange(change, {
          accountId,
          action: 'call.reveal',
          subject: 'calls',
          key: { call_id: callId },
          before: null,
          after: { reason, fields: Object.keys(values) },
        }),
      );
      return { seconds: revealedSeconds, values };
    },
  }),
];

async function requireStory(context: ConsoleContext, requestId: string): Promise<CallStory> {
  const id = requestId.trim().toLowerCase();
  const story = isRequestId(id) ? await findStory(context.pool, context.scope, id) : undefined;
  return story ?? fail('nothing_there');
}

/** Null if the template was deleted since. */
async function piecesOf({ pool }: ConsoleContext, { templateId }: CallStory) {
  if (!templateId) return null;
  const template = await findTemplate(pool, templateId);
  return template?.pieces ?? null;
}

function valuesOf(
  { vault }: ConsoleContext,
  story: CallStory,
  checkSealed: Buffer | null,
): Record<string, string> | undefined {
  if (story.contentId && story.sealed) {
    const { to, text } = openMessage(vault, story);
    return { mobile: to, text };
  }
  if (!checkSealed) return undefined;
  const { name, cardNo } = openCheck(vault, story.callId, checkSealed);
  return { name, cardNo };
}
