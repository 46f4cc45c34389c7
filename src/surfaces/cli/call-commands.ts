import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { decideCall, requireReason } from '../reports/decide-call.ts';
import { type CallFilter, type CallPage, listCalls } from '../reports/list-queries.ts';
import { type Margin, type MarginKey, sumMargins } from '../reports/margin-queries.ts';
import { listReview } from '../reports/review-queries.ts';
import { findStory } from '../reports/story-queries.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import {
  readCallState,
  readCount,
  readDay,
  readId,
  readMarginKey,
  readMode,
  readReference,
  readUuid,
} from './read-option.ts';
import { pairs, plain, table, withNext } from './show.ts';
import { tellStory } from './tell-story.ts';

interface OfCall {
  requestId: string;
}

const mostListed = 100;

export function registerCallCommands(call: Command, onInstallation: OnInstallation): void {
  call
    .command('show')
    .description('the whole story of a call')
    .requiredOption('--request-id <id>', 'the call', readUuid)
    .action(onInstallation(async (context, { requestId }: OfCall) => showCall(context, requestId)));

  call
    .command('list')
    .description('calls, the newest first')
    .option('--account <id>', 'of this account', readId)
    .option('--mode <mode>', 'test or live', readMode)
    .option('--state <state>', 'held, done, rejected, unavailable or unknown', readCallState)
    .option('--provider <code>', 'carried out by this provider')
    .option('--reference <reference>', 'the check that a person names by it', readReference)
    .option('--most <count>', 'so many at most', readCount, mostListed)
    .option('--before <id>', 'those before this one: the next page', readUuid)
    .action(
      onInstallation(async ({ pool }, options: CallFilter & CallPage) => {
        const calls = await listCalls(pool, options, options);
        const next = calls.length === options.most ? (calls.at(-1)?.callId ?? null) : null;
        const rows = calls.map((c) => [
          c.callId,
          c.accountId,
          c.mode,
          c.product,
          c.state,
          c.providerCode,
          c.amount,
          c.cost,
          c.heldAt,
        ]);
        const listed = table(
          ['request', 'account', 'mode', 'product', 'state', 'provider', 'price', 'cost', 'at'],
          rows,
        );
        return {
          json: { calls: calls.map(plain), next },
          text: withNext(listed, '--before', next),
        };
      }),
    );

  registerReview(call, onInstallation);
  registerMargin(call, onInstallation);
  registerDecisions(call, onInstallation);
}

function registerReview(call: Command, onInstallation: OnInstallation): void {
  call
    .command('review')
    .description('calls that no provider can tell of any more, and that you decide')
    .option('--most <count>', 'so many at most', readCount, mostListed)
    .action(
      onInstallation(async ({ pool }, { most }: { most: number }) => {
        const calls = await listReview(pool, wholePlatform, { most });
        const rows = calls.map((c) => [
          c.callId,
          c.accountId,
          c.product,
          c.providerCode,
          c.amount,
          c.heldAt,
          c.reviewSince,
        ]);
        return {
          json: { calls: calls.map(plain) },
          text: table(
            ['request', 'account', 'product', 'provider', 'held', 'at', 'in review since'],
            rows,
          ),
        };
      }),
    );
}

interface MarginOptions {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  by: MarginKey;
}

function registerMargin(call: Command, onInstallation: OnInstallation): void {
  call
    .command('margin')
    .description('what live calls brought in and what they cost, of whole days')
    .requiredOption('--from <day>', 'the first day, such as 2030-01-01', readDay)
    .requiredOption('--to <day>', 'the last day', readDay)
    .option('--by <what>', 'account, provider, day or product', readMarginKey, 'day')
    .action(
      onInstallation(async ({ pool, config }, { from, to, by }: MarginOptions) => {
        if (Temporal.PlainDate.compare(from, to) > 0) refuse('span_reversed');
        const startOf = (day: Temporal.PlainDate) =>
          new Date(day.toZonedDateTime(config.timeZone).epochMilliseconds);
        const span = { starts: startOf(from), ends: startOf(to.add({ days: 1 })) };
        const margins = await sumMargins(pool, { ...span, by });
        const rows = margins.map((m) => [
          m.key ?? 'all',
          m.calls,
          m.price,
          m.cost,
          m.margin,
          m.uncosted,
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
          text: table([by, 'calls', 'price', 'cost', 'margin', 'without a cost'], rows),
        };
      }),
    );
}

function registerDecisions(call: Command, onInstallation: OnInstallation): void {
  const decisions = [
    ['settle', 'done', 'the call was carried out: charge it'],
    ['release', 'unavailable', 'the call was not carried out: give the money back'],
  ] as const;
  for (const [name, state, description] of decisions) {
    call
      .command(name)
      .description(description)
      .requiredOption('--request-id <id>', 'the call', readUuid)
      .requiredOption('--reason <text>', 'how you know, as evidence')
      .action(
        onInstallation(async (context, options: OfCall & { reason: string }) => {
          const { requestId, reason } = options;
          requireReason(reason);
          const { change, vault, config } = context;
          const ports = { vault, timeZone: config.timeZone, log: quietLog };
          await change(`call.${name}`, (by) => decideCall(by, ports, requestId, state, reason));
          return showCall(context, requestId);
        }),
      );
  }
}

async function showCall({ pool, vault }: CliContext, requestId: string) {
  const story = await findStory(pool, wholePlatform, requestId);
  const told = tellStory(vault, story);
  const parts = told.tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, titles, rows }) => `${title}\n${table(titles, rows)}`);
  return { json: told.json, text: [pairs(told.facts), ...parts].join('\n\n') };
}
