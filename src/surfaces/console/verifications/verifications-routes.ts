import { fail } from '../../../foundation/contract/errors/errors.ts';
import { verifyProducts } from '../../../foundation/contract/products.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import {
  findGuessingAttacks,
  readConversion,
} from '../../../products/verifications/conversion-queries.ts';
import {
  findVerificationStory,
  findVerifications,
  type VerificationFilter,
} from '../../../products/verifications/list-queries.ts';
import { openPerson, sealPerson } from '../calls/search-call-person.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { gapsOfEmpty } from '../kit/gaps-of-empty.ts';
import { digestOf, readKey, readSeen } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import { showConversion } from './show-conversion.ts';
import { numberOf, showVerificationRow, showVerificationStory } from './show-verification.ts';
import {
  Attacks,
  Conversion,
  PeriodQuery,
  VerificationAsked,
  VerificationDetail,
  VerificationsFilter,
  VerificationsPage,
  VerificationsQuery,
} from './verifications-contract.ts';

const pageSize = 50;
const pollMs = 2_000;
const hourMs = 3_600_000;
/** Longer periods are counted by the day. */
const maxHours = 49;
/** Each period is counted from its verifications, so its length is limited. */
const maxDays = 31;

/** Verifications: how many codes arrive and are approved, who guesses, and the story of each one. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/verifications/list',
    right: 'calls.read',
    summary: 'List verifications, newest first',
    query: VerificationsQuery,
    reply: VerificationsPage,
    async handle(context, { query: { before, after, seen, ...query } }) {
      const { pool, scope } = context;
      if (![before, after].every((id) => id === undefined || isRequestId(id))) {
        return { verifications: [], hasMore: false, gaps: [], person: null };
      }
      const { asked, filter, person } = readVerifications(context, query);
      const page = { limit: pageSize, ...(before ? { before } : {}), ...(after ? { after } : {}) };
      const key = readKey('verifications page', [scope, asked.mode, filter, page, seen]);
      const { verifications, hasMore } = await readSeen(pool, { key, seen }, async () => {
        const found = await findVerifications(pool, scope, asked, filter, page);
        const rows = found.verifications.map((one) => showVerificationRow(context, one));
        return { verifications: rows, hasMore: found.hasMore };
      });
      const { mode } = asked;
      const of = { rows: verifications, mode, products: verifyProducts };
      return { verifications, hasMore, gaps: await gapsOfEmpty(context, of), person };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/verifications/changes',
    right: 'calls.read',
    summary: 'Server-sent events when the first page of verifications changes',
    query: VerificationsFilter,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      const { pool, scope } = context;
      const { asked, filter } = readVerifications(context, query);
      return watchChanges(context, signal, {
        key: readKey('verifications', [scope, asked.mode, filter]),
        everyMs: pollMs,
        async readState() {
          const page = { limit: pageSize };
          const { verifications } = await findVerifications(pool, scope, asked, filter, page);
          return digestOf(
            verifications.map(({ verificationId, state, messages, guessesLeft }) => [
              ...[verificationId, state, messages, guessesLeft],
            ]),
          );
        },
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/verifications/conversion',
    right: 'calls.read',
    summary: 'How many verifications of a period were delivered and approved',
    query: PeriodQuery,
    reply: Conversion,
    async handle(context, { query }) {
      const { pool, scope, config, isOperator } = context;
      const period = readPeriod(context, query);
      const hours = (period.to.getTime() - period.from.getTime()) / hourMs;
      const unit = hours > maxHours ? 'day' : 'hour';
      const { timeZone } = config;
      const counted = await readConversion(pool, scope, period, { unit, timeZone });
      return showConversion(counted, unit, isOperator);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/verifications/attacks',
    right: 'calls.read',
    summary: 'Hours of a period with many wrong guesses, by account and by number',
    query: PeriodQuery,
    reply: Attacks,
    async handle(context, { query }) {
      const found = await findGuessingAttacks(
        context.pool,
        context.scope,
        readPeriod(context, query),
      );
      return {
        attacks: found.map(({ numberHash, sealed, contentId, verificationId, hour, ...attack }) => {
          const label = numberHash && numberOf(context, { verificationId, contentId, sealed });
          const asked = label &&
            numberHash && { kind: 'mobile' as const, label, filter: { numberHash } };
          return {
            ...attack,
            person: label,
            token: asked && sealPerson(context.vault, asked),
            hour: hour.toISOString(),
          };
        }),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/verifications/show',
    right: 'calls.read',
    summary: 'Show a verification with its messages and guesses',
    query: VerificationAsked,
    reply: VerificationDetail,
    async handle(context, { query }) {
      const { pool, scope, clock, isOperator } = context;
      const id = query.verificationId.trim().toLowerCase();
      if (!isRequestId(id)) return fail('nothing_there');
      const story = await findVerificationStory(pool, scope, id, clock.databaseNow());
      return story ? showVerificationStory(context, story, isOperator) : fail('nothing_there');
    },
  }),
];

function readVerifications(
  { vault, clock }: Pick<ConsoleContext, 'vault' | 'clock'>,
  { mode = 'live', account, state, person, from, to }: VerificationsFilter,
) {
  const opened = person === undefined ? undefined : openPerson(vault, person);
  const numberHash = opened?.filter.numberHash;
  // An ID number has no verifications.
  if (opened && !numberHash) return wrongForm('person');
  const filter: VerificationFilter = {
    ...(account === undefined ? {} : { account }),
    ...(state === undefined ? {} : { state }),
    ...(numberHash ? { numberHash } : {}),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
  return {
    asked: { mode, now: clock.databaseNow() },
    filter,
    person: opened?.label ?? null,
  };
}

function readPeriod(
  { clock }: Pick<ConsoleContext, 'clock'>,
  query: { mode?: 'test' | 'live'; account?: number; from: string; to?: string },
) {
  const { mode = 'live', account } = query;
  const from = new Date(query.from);
  // The current hour is counted whole.
  const to = query.to === undefined ? new Date(clock.now().getTime() + hourMs) : new Date(query.to);
  if (to.getTime() - from.getTime() > maxDays * 24 * hourMs) return wrongForm('from');
  return { mode, from, to, ...(account === undefined ? {} : { account }) };
}

function wrongForm(field: string): never {
  return fail('invalid_request', { details: [{ field, problem: problems.wrong_form }] });
}
