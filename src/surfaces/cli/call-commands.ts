import type { Command } from 'commander';
import { systemClock } from '../../foundation/clock.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { latestReplyMs } from '../../line/calls/line.ts';
import { projectUntilNow } from '../../line/search/project-calls.ts';
import { decideCall, requireReason } from '../reports/decide-call.ts';
import { type CallFilter, listCalls } from '../reports/list-queries.ts';
import { type Margin, type MarginKey, sumMargins } from '../reports/margin-queries.ts';
import { listReview } from '../reports/review-queries.ts';
import { requireStory } from '../reports/story-queries.ts';
import { registerExportCommand } from './call-export-command.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { formatStory } from './format-story.ts';
import { withCall, withLimit } from './option-names.ts';
import {
  readCallState,
  readDay,
  readId,
  readMarginKey,
  readMode,
  readReference,
  readUuid,
  spanOfDays,
} from './read-option.ts';
import { joinTexts, pairs, plain, table, withNext, withRequestId, withTitle } from './show.ts';

/** A command is not stopped: it is killed. */
const never = new AbortController().signal;

interface OfCall {
  requestId: string;
}
interface ListOptions extends CallFilter {
  limit: number;
  before?: string;
}

const maxListed = 100;

export function registerCallCommands(call: Command, onInstallation: OnInstallation): void {
  registerExportCommand(call.command('export'), onInstallation);
  withCall(call.command('show').description('Show everything about a call')).action(
    onInstallation(async (context, { requestId }: OfCall) => showCall(context, requestId)),
  );

  const list = call.command('list').description('List calls, newest first');
  withLimit(list, maxListed)
    .option('--account <id>', 'Account', readId)
    .option('--mode <mode>', 'Mode: test or live', readMode)
    .option('--state <state>', 'State: held, done, rejected, unavailable or unknown', readCallState)
    .option('--provider <code>', 'Provider that served the call')
    .option(
      '--reference <reference>',
      'Reference of a face check, as shown on its page',
      readReference,
    )
    .option('--before <id>', 'Continue before this call', readUuid)
    .action(
      onInstallation(async ({ pool }, { limit, before, ...filter }: ListOptions) => {
        const calls = await listCalls(pool, filter, { limit, before });
        const next = calls.length === limit ? (calls.at(-1)?.callId ?? null) : null;
        const rows = calls.map((c) => [
          c.callId,
          c.accountId,
          c.mode,
          c.product,
          c.state,
          c.providerCode,
          c.charged,
          c.cost,
          c.heldAt,
        ]);
        const titles = 'request ID,account,mode,product,state,provider,charged,cost,accepted';
        const listed = table(titles.split(','), rows, 'No calls.');
        return {
          json: { calls: calls.map(withRequestId).map(plain), next },
          text: withNext(listed, '--before', next),
        };
      }),
    );

  registerReview(call, onInstallation);
  registerMargin(call, onInstallation);
  registerDecisions(call, onInstallation);
}

function registerReview(call: Command, onInstallation: OnInstallation): void {
  const about = 'List calls without a certain outcome, for you to settle or release';
  withLimit(call.command('review').description(about), maxListed).action(
    onInstallation(async ({ pool }, { limit }: { limit: number }) => {
      const calls = await listReview(pool, wholePlatform, { limit });
      const rows = calls.map((c) => [
        c.callId,
        c.accountId,
        c.product,
        c.providerCode,
        c.held,
        c.heldAt,
        c.reviewSince,
        c.contradiction ?? 'no provider can confirm it',
      ]);
      const titles = 'request ID,account,product,provider,held,accepted,in review since,why';
      return {
        json: { calls: calls.map(withRequestId).map(plain) },
        text: table(titles.split(','), rows, 'No calls in review.'),
      };
    }),
  );
}

const marginTitles = [
  ...['calls', 'price', 'cost', 'margin'],
  ...['calls of unknown cost', 'price of unknown cost'],
];

interface MarginOptions {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  by: MarginKey;
}

function registerMargin(call: Command, onInstallation: OnInstallation): void {
  call
    .command('margin')
    .description('Show revenue, cost and margin of live calls by whole days')
    .requiredOption('--from <day>', 'First day, such as 2030-01-01', readDay)
    .requiredOption('--to <day>', 'Last day', readDay)
    .option('--by <what>', 'Group by account, provider, day or product', readMarginKey, 'day')
    .action(
      onInstallation(async ({ pool, config }, { from, to, by }: MarginOptions) => {
        const span = spanOfDays({ from, to }, config.timeZone);
        await projectUntilNow(pool, never);
        const margins = await sumMargins(pool, { ...span, timeZone: config.timeZone, by });
        const rows = margins.map((m) => [
          m.key ?? 'all',
          m.calls,
          m.price,
          m.cost ?? (m.uncosted > 0 ? 'unknown' : null),
          m.margin ?? (m.uncosted > 0 ? 'unknown' : null),
          m.uncosted,
          m.uncostedPrice,
        ]);
        const total = margins.at(-1) as Margin;
        return {
          json: {
            from: String(from),
            to: String(to),
            by,
            margins: margins.slice(0, -1).map(plain),
            total: plain(total),
          },
          text: table([by, ...marginTitles], rows, ''),
        };
      }),
    );
}

function registerDecisions(call: Command, onInstallation: OnInstallation): void {
  const decisions = [
    ['settle', 'done', 'Charge a call that the provider carried out'],
    ['release', 'unavailable', 'Give back the money of a call that no provider carried out'],
  ] as const;
  for (const [name, state, description] of decisions) {
    withCall(call.command(name).description(description))
      .requiredOption('--reason <text>', 'Evidence for this decision')
      .action(
        onInstallation(async (context, options: OfCall & { reason: string }) => {
          const { requestId, reason } = options;
          requireReason(reason);
          const { change, vault, config } = context;
          const ports = { clock: systemClock, vault, timeZone: config.timeZone, log: quietLog };
          await change(`call.${name}`, (by) => decideCall(by, ports, requestId, state, reason));
          return showCall(context, requestId);
        }),
      );
  }
}

async function showCall({ pool, vault, config }: CliContext, requestId: string) {
  const story = await requireStory(pool, wholePlatform, requestId);
  const shown = formatStory(vault, story, latestReplyMs(config));
  const parts = shown.tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, titles, rows }) => withTitle(title, table(titles, rows, '')));
  return { json: shown.json, text: joinTexts(pairs(shown.facts), ...parts) };
}
