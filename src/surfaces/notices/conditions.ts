import type { Pool } from 'pg';
import { examineHead } from '../../foundation/audit/kept-head.ts';
import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import { findMismatches } from '../../money/ledger/closing-queries.ts';
import { oldBackupHours } from '../reports/examine-backups.ts';
import { readHealth, readLastFailures } from '../reports/health-queries.ts';
import { readPlatformState } from '../reports/platform-state-queries.ts';
import type { ReportPorts } from '../reports/report-ports.ts';
import { type NoticeKind, noticeTexts } from './notice-texts.ts';

/** Something that the operator should know as long as it lasts. */
export interface Condition {
  kind: NoticeKind;
  /** What it is about, such as a provider; empty for the platform. */
  subject: string;
  text: Bilingual;
}

/** The period in which providers are judged, as on the overview. */
const minutes = 15;

/** A provider that fails for this share of at least so many calls is failing, as in the alerts. */
const failingShare = 0.3;
const leastAsked = 10;

const hourSeconds = 3_600;

/** Everything that the operator should know now. */
export async function findConditions(ports: ReportPorts): Promise<Condition[]> {
  const found = [
    await providerConditions(ports.pool),
    await platformConditions(ports.pool),
    await proofConditions(ports),
  ];
  return found.flat();
}

async function providerConditions(pool: Pool): Promise<Condition[]> {
  const health = await readHealth(pool, minutes);
  const failures = await readLastFailures(pool, minutes);
  const failing = health
    .filter(({ asked, unavailable, unknown }) => {
      return asked >= leastAsked && (unavailable + unknown) / asked > failingShare;
    })
    .map(({ providerCode, asked, unavailable, unknown }) =>
      condition('provider_failing', providerCode, {
        failed: unavailable + unknown,
        ...{ asked, minutes, provider: providerCode },
      }),
    );
  const broke = failures
    .filter(({ reason }) => reason === 'provider_balance')
    .map(({ providerCode: provider }) => condition('provider_balance', provider, { provider }));
  return [...failing, ...broke];
}

async function platformConditions(pool: Pool): Promise<Condition[]> {
  const { review, backupAgeSeconds, backupFailure: failure } = await readPlatformState(pool);
  const hours = Math.floor((backupAgeSeconds ?? 0) / hourSeconds);
  return [
    ...(review.count > 0 ? [condition('review_waiting', '', { count: review.count })] : []),
    ...(hours >= oldBackupHours ? [condition('backup_old', '', { hours })] : []),
    ...(failure ? [condition('backup_failed', '', { failure })] : []),
  ];
}

async function proofConditions({ pool, vault, config }: ReportPorts): Promise<Condition[]> {
  const { length: wallets } = await findMismatches(pool);
  const { fault } = await examineHead({ pool, vault, dataDir: config.dataDir });
  return [
    ...(wallets > 0 ? [condition('ledger_wrong', '', { wallets })] : []),
    ...(fault ? [condition('audit_broken', '', { fault })] : []),
  ];
}

function condition(
  kind: NoticeKind,
  subject: string,
  values: Parameters<typeof fillRow>[1],
): Condition {
  return { kind, subject, text: fillRow(noticeTexts[kind], values) };
}
