import { examineHead } from '../../foundation/audit/kept-head.ts';
import { productTable } from '../../foundation/contract/products.ts';
import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { readTarget } from '../../foundation/db/connection-target.ts';
import { findReachFault } from '../../foundation/outbound/find-reach-fault.ts';
import { backupJob, listRuns } from '../../installation/jobs/queries.ts';
import { countPostponedChanges } from '../../line/search/project-queries.ts';
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
  readMailFacts,
  readPartitionFacts,
  readUnresolvedFacts,
  readUnsafeCommits,
  type Unserved,
} from './doctor-queries.ts';
import { examineBackups } from './examine-backups.ts';
import { examineCells } from './examine-cells.ts';
import { examineClosures } from './examine-closures.ts';
import { examineKeys } from './examine-keys.ts';
import { examinePlatform } from './examine-platform.ts';
import { findFormless } from './find-form-faults.ts';
import { findMissingDetails } from './find-missing-details.ts';
import { type Detail, fillDetail } from './finding-detail.ts';
import type { ReportPorts } from './report-ports.ts';
import { amounts, checkTitles, harmTexts, findingTexts as texts } from './report-texts.ts';

type Check = keyof typeof checkTitles;

export interface Finding {
  check: Check;
  title: Bilingual;
  ok: boolean;
  details: readonly Detail[];
}

/** After this time, a provider will not report the outcome of a call unprompted. */
const unresolvedHours = 24;
/** After this time, a vendor will not erase the data unprompted. */
const erasureHours = 24;
const hourMs = 3_600_000;

/** Inspects every part of the installation in turn. */
export async function examine(ports: ReportPorts): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(examinations)) {
    const { ok, details } = await look(ports);
    findings.push({ check: check as Check, title: checkTitles[check as Check], ok, details });
  }
  return findings;
}

type Found = Pick<Finding, 'ok' | 'details'>;

/** The faults; or, if there are none, what is the case. */
function found(faults: readonly Detail[], ...well: readonly Detail[]): Found {
  return faults.length === 0 ? { ok: true, details: well } : { ok: false, details: faults };
}

const examinations: Readonly<Record<Check, (context: ReportPorts) => Promise<Found>>> = {
  async settings({ config: { defaultRegion: region, timeZone, currency, publicUrl } }) {
    const url = publicUrl ?? { en: 'not set (PUBLIC_URL)', zh: '未设置（PUBLIC_URL）' };
    // Without it, the platform gives the address of its own machine.
    const fault = publicUrl === undefined ? 'inside' : findReachFault(publicUrl);
    return found(
      [],
      fillText(texts.settings, { region, timeZone, currency, url }),
      ...(fault ? [texts[`public_url_${fault}`]] : []),
    );
  },

  async database({ pool, config }) {
    const { version, fsync, commit, sizeBytes } = await readDatabaseFacts(pool);
    const kind = config.databaseUrl
      ? { en: 'at DATABASE_URL', zh: '由 DATABASE_URL 指定' }
      : { en: 'embedded', zh: '内置' };
    const size = String(sizeBytes / 2n ** 20n);
    const details = [fillText(texts.database, { version, kind, fsync, commit, size })];
    return { ok: fsync === 'on' && commit !== 'off', details };
  },

  async database_settings({ pool, config: { databaseUrl = '' } }) {
    const hasSeveralHosts = (readTarget(databaseUrl)?.hosts.length ?? 0) > 1;
    const settings = [
      ...(await readHarmfulSettings(pool)),
      ...(hasSeveralHosts ? await readUnsafeCommits(pool) : []),
    ];
    const harmful = settings.map(({ name, value, harm }) =>
      fillText(texts.database_setting, { name, value, why: harmTexts[harm] }),
    );
    return found(harmful, texts.database_settings_ok);
  },

  async migrations({ pool }) {
    const { migrations: count, lastMigration } = await readDatabaseFacts(pool);
    return {
      ok: count > 0,
      details: [fillText(texts.migrations, { count, last: lastMigration })],
    };
  },

  async partitions({ pool }) {
    const { missing, spare } = await readPartitionFacts(pool);
    const faults = [
      ...missing.map((table) => fillText(texts.partition_missing, { table })),
      ...spare.map((table) => fillText(texts.partition_spare, { table })),
    ];
    return found(faults, texts.partitions_ok);
  },

  async unresolved_calls({ pool, config }) {
    const { count, oldest, isSearchAhead, forgotten } = await readUnresolvedFacts(pool);
    if (isSearchAhead) return found([texts.sweep_ahead]);
    if (forgotten > 0) {
      return found([fillDetail(texts.forgotten, { calls: amounts.calls(forgotten) })]);
    }
    if (!oldest) return found([], texts.unresolved_none);
    const since = localTime(oldest, config.timeZone);
    return {
      ok: Date.now() - oldest.getTime() < unresolvedHours * hourMs,
      details: [fillText(texts.unresolved, { count, since })],
    };
  },

  async erasure({ pool, config }) {
    const erasures = await listOpenErasures(pool);
    const isOld = ({ since }: OpenErasures) => Date.now() - since.getTime() > erasureHours * hourMs;
    const isGone = ({ answer }: OpenErasures) => answer === providerGone;
    const open = erasures.map(({ providerCode, count, since, answer }) =>
      fillText(texts.erasure_open, {
        provider: providerCode,
        count,
        since: localTime(since, config.timeZone).slice(0, 10),
        answer: answer ?? '-',
      }),
    );
    const isWell = !erasures.some((each) => isOld(each) || isGone(each));
    return { ok: isWell, details: open.length > 0 ? open : [texts.erasure_ok] };
  },

  async live_calls({ pool }) {
    const routes = await listRoutes(pool);
    const served = routes.map(({ product, providers }) =>
      fillText(texts.served, { product, providers: providers.map(({ code }) => code) }),
    );
    const well = served.length > 0 ? served : [texts.no_routes];
    const unserved = await listUnserved(pool);
    if (unserved.some(({ isFault }) => isFault)) return found(groupUnserved(unserved));
    return found([], ...(unserved.length > 0 ? groupUnserved(unserved) : well));
  },

  async live_templates(context) {
    return found(await findFormless(context), texts.templates_ok);
  },

  platform_file: examinePlatform,
  cells_file: examineCells,

  async legal_details({ pool }) {
    return found(await findMissingDetails(pool), texts.legal_ok);
  },

  async face_pages({ pool, config: { personUrl } }) {
    if (personUrl) return found([], fillText(texts.pages_at, { url: personUrl }));
    const isLive = (await listRoutes(pool)).some(
      ({ product, providers }) =>
        product === 'face_verify' && providers.some(({ code }) => code !== 'sandbox'),
    );
    return found([], isLive ? texts.pages_advice : texts.pages_shared);
  },

  async jobs({ pool, config }) {
    const time = (at: Date | null) => (at ? localTime(at, config.timeZone) : '-');
    // Backups have their own entry.
    const runs = (await listRuns(pool)).filter(({ job }) => job !== backupJob);
    const failed = runs.filter((r) => r.failedAt && (!r.endedAt || r.failedAt > r.endedAt));
    const lost = runs.filter((r) => r.isLost);
    const faults = [
      ...failed.map(({ job, failure }) =>
        fillText(texts.job_failed, { job, failure: failure ?? '-' }),
      ),
      ...lost.map(({ job, startedAt }) => fillText(texts.job_lost, { job, at: time(startedAt) })),
    ];
    const last = runs.reduce<Date | null>(
      (latest, { endedAt }) => (endedAt && (!latest || endedAt > latest) ? endedAt : latest),
      null,
    );
    if (!last) return found(faults, texts.jobs_none);
    return found(faults, fillText(texts.jobs_ok, { count: runs.length, at: time(last) }));
  },

  async mail({ pool, config: { smtpUrl, timeZone } }) {
    const { sent, waiting, oldest, isLate, fault, givenUp } = await readMailFacts(pool);
    const since = oldest ? localTime(oldest, timeZone) : '-';
    const late = fillText(texts.mail_late, { waiting, since, fault: fault ?? '-' });
    const faults = [
      ...givenUp.map((one) => fillText(texts.mail_given_up, one)),
      ...(isLate ? [late] : []),
    ];
    return found(faults, smtpUrl ? fillText(texts.mail_ok, { sent, waiting }) : texts.mail_off);
  },

  async search({ pool }) {
    const notes = await countPostponedChanges(pool);
    const behind = fillText(texts.search_behind, { changes: amounts.changes(notes) });
    return found(notes === 0 ? [] : [behind], texts.search_ok);
  },

  async audit_log({ pool, vault, config: { dataDir, timeZone } }) {
    const { kept, fault } = await examineHead({ pool, vault, dataDir });
    if (fault) return found([fillDetail(texts.audit_broken, { fault })]);
    if (!kept) return found([], texts.audit_headless);
    const at = localTime(new Date(kept.keptAt), timeZone);
    return found([], fillText(texts.audit_head, { at, hash: kept.hash, entry: kept.entryId }));
  },

  backups: examineBackups,

  data_keys: examineKeys,
  closures: examineClosures,

  async wallets({ pool }) {
    const { length } = await findMismatches(pool);
    const wrong = fillDetail(texts.wallets_wrong, { wallets: amounts.wallets(length) });
    return found(length === 0 ? [] : [wrong], texts.wallets_ok);
  },
};

/** One sentence for all products that lack a provider in the same way. */
function groupUnserved(unserved: readonly Unserved[]): Detail[] {
  const groups = Map.groupBy(unserved, ({ accounts, isSandbox }) => `${accounts} ${isSandbox}`);
  return [...groups.values()].map((group) => {
    const [{ accounts, isSandbox }] = group as [Unserved];
    const text = isSandbox ? texts.sandbox_serves : texts.unserved;
    const namesIn = (language: Language) =>
      group.map(({ product }) => productTable[product].name[language]);
    const products = { en: namesIn('en').join(', '), zh: namesIn('zh').join('、') };
    return fillDetail(text, { products, accounts: amounts.accounts(accounts) });
  });
}
