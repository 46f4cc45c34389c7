import { listRuns } from '../../installation/jobs/queries.ts';
import { countNotesPutOff } from '../../line/search/project-queries.ts';
import { findMismatches } from '../../money/ledger/closing-queries.ts';
import {
  listOpenErasures,
  type OpenErasures,
  providerGone,
} from '../../products/checks/erase-queries.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import {
  listUnserved,
  readDatabaseFacts,
  readHarmfulSettings,
  readPartitionFacts,
  readUnresolvedFacts,
  type Unserved,
} from './doctor-queries.ts';
import { findFormless } from './find-form-faults.ts';
import { findMissingDetails } from './find-missing-details.ts';
import type { ReportPorts } from './report-ports.ts';

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

/** After this time, a provider will not report the outcome of a call unprompted. */
const unresolvedHours = 24;
/** After this time, a vendor will not erase the data unprompted. */
const erasureHours = 24;
const hourMs = 3_600_000;

/** Which product has no provider, and how to fix it. */
function unservedText({ product, accounts, isSandbox }: Unserved): string {
  const whom = accounts === 1 ? 'one account' : `${accounts} accounts`;
  return isSandbox
    ? `${product} of ${whom} with a live key is served by the sandbox, which delivers nothing; ` +
        `put a provider on its route: route set --product ${product} --providers <code> --account <id>`
    : `${product} of ${whom} with a live key is served by nobody; add a provider (provider add) ` +
        `and put it on the route: route set --product ${product} --providers <code>`;
}

const day = (at: Date) => at.toISOString().slice(0, 10);

/** Inspects every part of the installation in turn. */
export async function examine(ports: ReportPorts): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const look of examinations) findings.push(await look(ports));
  return findings;
}

const examinations: readonly ((context: ReportPorts) => Promise<Finding>)[] = [
  async ({ config }) => ({
    name: 'settings',
    ok: true,
    detail:
      `region ${config.defaultRegion}, days in ${config.timeZone}, amounts in ${config.currency}, ` +
      `links to ${config.publicUrl ?? 'where the server listens (PUBLIC_URL is not set)'}`,
  }),

  async ({ pool, config }) => {
    const { version, fsync, commit, sizeBytes } = await readDatabaseFacts(pool);
    return {
      name: 'database',
      ok: fsync === 'on' && commit !== 'off',
      detail:
        `PostgreSQL ${version}, ${config.databaseUrl ? 'at DATABASE_URL' : 'our own'}, ` +
        `fsync ${fsync}, synchronous_commit ${commit}, ${sizeBytes / 2n ** 20n} MiB`,
    };
  },

  async ({ pool }) => {
    const harmful = await readHarmfulSettings(pool);
    return {
      name: 'database settings',
      ok: harmful.length === 0,
      detail:
        harmful.map(({ name, value, why }) => `${name} is ${value}: ${why}`).join('; ') ||
        'none that does harm',
    };
  },

  async ({ pool }) => {
    const { migrations, lastMigration } = await readDatabaseFacts(pool);
    return {
      name: 'migrations',
      ok: migrations > 0,
      detail: `${migrations} applied, the last ${lastMigration ?? 'none'}`,
    };
  },

  async ({ pool }) => {
    const { missing, spare } = await readPartitionFacts(pool);
    const faults = [
      ...missing.map((table) => `${table} has no partition for next month`),
      ...spare.map((table) => `${table} has rows outside every month; is the clock right?`),
    ];
    return {
      name: 'partitions',
      ok: faults.length === 0,
      detail: faults.join('; ') || 'ready for next month',
    };
  },

  async ({ pool }) => {
    const { count, oldest, isSearchAhead, forgotten } = await readUnresolvedFacts(pool);
    if (isSearchAhead) {
      const detail = 'the search for abandoned calls stands in the future; is the clock right?';
      return { name: 'unresolved calls', ok: false, detail };
    }
    if (forgotten > 0) {
      const detail = `${forgotten} held for more than an hour, and nothing will resolve them; run ledger audit`;
      return { name: 'unresolved calls', ok: false, detail };
    }
    const hours = oldest ? (Date.now() - oldest.getTime()) / hourMs : 0;
    return {
      name: 'unresolved calls',
      ok: hours < unresolvedHours,
      detail: oldest ? `${count}, the oldest since ${oldest.toISOString()}` : 'none',
    };
  },

  async ({ pool }) => {
    const erasures = await listOpenErasures(pool);
    const isOld = ({ since }: OpenErasures) => Date.now() - since.getTime() > erasureHours * hourMs;
    const isGone = ({ answer }: OpenErasures) => answer === providerGone;
    return {
      name: 'erasure at providers',
      ok: !erasures.some((open) => isOld(open) || isGone(open)),
      detail:
        erasures
          .map((e) => `${e.count} not done by ${e.providerCode} since ${day(e.since)}: ${e.answer}`)
          .join('; ') || 'nothing is open',
    };
  },

  async ({ pool }) => {
    const unserved = await listUnserved(pool);
    const routes = await listRoutes(pool);
    return {
      name: 'live calls',
      ok: unserved.length === 0,
      detail:
        unserved.map(unservedText).join('; ') ||
        routes
          .map((r) => `${r.product} by ${r.providers.map(({ code }) => code).join(', ')}`)
          .join('; ') ||
        'there is no live key yet, and no route',
    };
  },

  async (context) => {
    const formless = await findFormless(context);
    return {
      name: 'templates of live calls',
      ok: formless.length === 0,
      detail: formless.join('; ') || 'somebody on each route can send them',
    };
  },

  async ({ pool }) => {
    const missing = await findMissingDetails(pool);
    return {
      name: 'what persons are told',
      ok: missing.length === 0,
      detail: missing.join('; ') || 'nothing is missing',
    };
  },

  async ({ pool, config: { personUrl } }) => {
    const isLive = (await listRoutes(pool)).some(
      ({ product, providers }) =>
        product === 'face_verify' && providers.some(({ code }) => code !== 'sandbox'),
    );
    const advice = isLive ? '; give them one of their own with PERSON_URL' : '';
    return {
      name: 'pages of face checks',
      ok: true,
      detail: personUrl ? `at ${personUrl}` : `on the same host as the console${advice}`,
    };
  },

  async ({ pool }) => {
    const runs = await listRuns(pool);
    const failed = runs.filter((r) => r.failedAt && (!r.endedAt || r.failedAt > r.endedAt));
    const lost = runs.filter((r) => r.isLost);
    const faults = [
      ...failed.map((r) => `${r.job} failed: ${r.failure}`),
      ...lost.map((r) => `${r.job} began ${r.startedAt?.toISOString()} and never ended`),
    ];
    const last = runs.reduce<Date | null>(
      (latest, { endedAt }) => (endedAt && (!latest || endedAt > latest) ? endedAt : latest),
      null,
    );
    return {
      name: 'jobs',
      ok: faults.length === 0,
      detail:
        faults.join('; ') ||
        (last ? `${runs.length} known, the last ended ${last.toISOString()}` : 'none has run yet'),
    };
  },

  async ({ pool }) => {
    const notes = await countNotesPutOff(pool);
    return {
      name: 'search',
      ok: notes === 0,
      detail:
        notes === 0
          ? 'nothing is left out'
          : `${notes} changes of calls cannot be copied, so they are not found as they stand; the log says why`,
    };
  },

  async ({ pool }) => {
    const faults = await findMismatches(pool);
    return {
      name: 'wallets',
      ok: faults.length === 0,
      detail:
        faults.length === 0
          ? 'they agree with their transfers'
          : `${faults.length} do not agree with their transfers; see ledger audit`,
    };
  },
];
