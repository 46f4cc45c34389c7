import type { Command } from 'commander';
import { listLinks, type ProcessLinks } from '../../vendors/providers/link-queries.ts';
import {
  type LastFailure,
  type ProviderHealth,
  readHealth,
  readLastFailures,
} from '../reports/health-queries.ts';
import { readStates, type StandingProvider } from '../reports/read-states.ts';
import type { OnInstallation } from './command-action.ts';
import { joinTexts, type Text, table } from './show.ts';

const spans = [
  { name: '15 minutes', minutes: 15 },
  { name: '24 hours', minutes: 24 * 60 },
] as const;

const nothing = {
  ...{ asked: 0, done: 0, rejected: 0, unavailable: 0, unknown: 0 },
  ...{ medianMs: null, slowMs: null, finished: 0, delivered: 0 },
};

export function registerHealthCommand(health: Command, onInstallation: OnInstallation): void {
  health
    .description('Show how providers served live calls in the last 15 minutes and 24 hours')
    .action(
      onInstallation(async ({ pool }) => {
        const read: ProviderHealth[] = [];
        for (const { minutes } of spans) read.push(...(await readHealth(pool, minutes)));
        const failures = await readLastFailures(pool, 24 * 60);
        const links = await listLinks(pool);
        const states = await readStates(pool);
        const codes = new Set([...states.keys(), ...read.map(({ providerCode }) => providerCode)]);
        const providers = [...codes].map((providerCode) => ({
          providerCode,
          ...(states.get(providerCode) ?? { state: null, failing: null }),
          lastFailure: failures.find((failure) => failure.providerCode === providerCode) ?? null,
          links: links.filter((each) => each.providerCode === providerCode),
          spans: spans.map(({ minutes }) => ({
            ...nothing,
            ...read.find((one) => one.providerCode === providerCode && one.minutes === minutes),
            ...{ providerCode, minutes },
          })),
        }));
        const titles = ['provider', 'last', 'calls', 'done', 'rejected', 'unavailable'];
        const rows = providers.flatMap((provider) => provider.spans.map(rowOf));
        const failed = providers.flatMap(({ lastFailure }) => lastFailure ?? []).map(failureRow);
        return {
          json: { providers },
          text: joinTexts(
            table(
              [...titles, 'unknown', 'median ms', 'p95 ms', 'delivered'],
              rows,
              'No providers.',
            ),
            table(['provider', 'state', 'failed', 'reason', 'since'], providers.map(stateRow), ''),
            table(['provider', 'last failure', 'reason', 'code', 'at'], failed, ''),
            linksTable(links),
          ),
        };
      }),
    );
}

/** The connections of each server process to vendors that count them. */
export function linksTable(links: readonly ProcessLinks[]): Text {
  const rows = links.map(({ providerCode, bound, wanted, fault, saidAt }) => [
    ...[providerCode, `${bound} of ${wanted}`, fault, saidAt],
  ]);
  return table(['provider', 'connections', 'fault', 'at'], rows, '');
}

function rowOf(health: ProviderHealth): unknown[] {
  const { providerCode, minutes, asked, medianMs, slowMs } = health;
  return [
    providerCode,
    spans.find((span) => span.minutes === minutes)?.name,
    asked,
    share(health.done, asked),
    share(health.rejected, asked),
    share(health.unavailable, asked),
    share(health.unknown, asked),
    medianMs,
    slowMs,
    share(health.delivered, health.finished),
  ];
}

function stateRow({
  providerCode,
  state,
  failing,
}: Pick<StandingProvider, 'failing'> & { providerCode: string; state: string | null }): unknown[] {
  const failed = failing && `${failing.failed} of the last ${failing.asked}`;
  return [providerCode, state, failed, failing?.reason, failing?.since];
}

function failureRow({ providerCode, outcome, reason, vendorCode, at }: LastFailure): unknown[] {
  return [providerCode, outcome, reason, vendorCode, at];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`;
}
