import type { Pool } from 'pg';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import { particularsProblems } from '../../../vendors/providers/particulars.ts';
import { type ListedProvider, listProviders } from '../../../vendors/providers/provider-queries.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { type HealthHour, readHealthHours } from '../../reports/health-history-queries.ts';
import {
  type LastFailure,
  type ProviderHealth,
  readHealth,
  readLastFailures,
} from '../../reports/health-queries.ts';
import { readStates } from '../../reports/read-states.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { Health, ProviderRow } from './providers-contract.ts';
import { shownState } from './shown-state.ts';

const dayMinutes = 24 * 60;

/** The measured health of all providers. */
interface ProviderFigures {
  hour: readonly ProviderHealth[];
  day: readonly ProviderHealth[];
  hours: readonly HealthHour[];
  failures: readonly LastFailure[];
}

/** Every provider with its health in the last hour and the last day. */
export async function listProviderRows({
  pool,
  breakers,
  language,
}: Pick<ConsoleContext, 'pool' | 'breakers' | 'language'>): Promise<ProviderRow[]> {
  const [figures, states, providers] = await Promise.all([
    readFigures(pool),
    readStates(pool, breakers),
    listProviders(pool),
  ]);
  return providers.map((provider) => ({
    ...rowOf(provider, figures, language),
    ...shownState(states.get(provider.providerCode)),
  }));
}

async function readFigures(pool: Pool): Promise<ProviderFigures> {
  const [hour, day, hours, failures] = await Promise.all([
    readHealth(pool, 60),
    readHealth(pool, dayMinutes),
    readHealthHours(pool, dayMinutes),
    readLastFailures(pool, dayMinutes),
  ]);
  return { hour, day, hours, failures };
}

function rowOf(
  provider: ListedProvider,
  figures: ProviderFigures,
  language: Language,
): Omit<ProviderRow, 'state' | 'failing'> {
  const { providerCode: code, kind, vendorCode, isOn, changedAt, particulars, costs } = provider;
  const isIts = (row: { providerCode: string }) => row.providerCode === code;
  const failure = figures.failures.find(isIts);
  const vendor = vendors.find((each) => each.code === vendorCode);
  return {
    ...{ code, kind, vendorCode, isOn, changedAt: changedAt.toISOString() },
    vendorTitle: vendor?.title ?? { en: vendorCode, zh: vendorCode },
    untold: kind === 'face' ? particularsProblems(particulars).map((each) => each[language]) : [],
    costEach: costs.each ?? null,
    hour: figures.hour.find(isIts) ?? nothing(60),
    day: figures.day.find(isIts) ?? nothing(dayMinutes),
    hours: figures.hours
      .filter(isIts)
      .map(({ hour, asked, done }) => ({ hour: hour.toISOString(), asked, done })),
    lastFailure: failure
      ? {
          outcome: failure.outcome,
          reason: failure.reason,
          answerCode: failure.vendorCode,
          at: failure.at.toISOString(),
        }
      : null,
  };
}

function nothing(minutes: number): Health {
  return {
    ...{ minutes, asked: 0, done: 0, rejected: 0, unavailable: 0, unknown: 0 },
    ...{ medianMs: null, slowMs: null, finished: 0, delivered: 0 },
  };
}
