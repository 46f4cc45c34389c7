import type { Pool } from 'pg';
import { examineHead } from '../../foundation/audit/kept-head.ts';
import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import { formatMoney, paidText } from '../../foundation/money.ts';
import { listFailing } from '../../money/invoices/due-queries.ts';
import { findMismatches } from '../../money/ledger/closing-queries.ts';
import { listTopUpRequests } from '../../money/ledger/top-up-request-queries.ts';
import { detailText } from '../../money/payments/detail-text.ts';
import { countUnexplained } from '../../money/payments/difference-queries.ts';
import { findWaiting } from '../../money/payments/payment-list-queries.ts';
import { keptHours, listKept } from '../../money/payments/saved-method-queries.ts';
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

/** Of the payments that wait, the oldest are told of one by one. */
const mostPayments = 20;

/** What was found, and the failures of the examinations that found nothing because of them. */
export interface Findings {
  conditions: Condition[];
  failures: unknown[];
}

/** Everything that the operator should know now. An examination that fails does not silence the others. */
export async function findConditions(ports: ReportPorts): Promise<Findings> {
  const found = await Promise.allSettled([
    providerConditions(ports.pool),
    platformConditions(ports.pool),
    requestConditions(ports),
    paymentConditions(ports.pool),
    cardConditions(ports.pool),
    invoiceConditions(ports.pool),
    ...proofConditions(ports),
  ]);
  return {
    conditions: found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    failures: found.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
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

async function requestConditions({ pool, config }: ReportPorts): Promise<Condition[]> {
  const requests = await listTopUpRequests(pool);
  return requests.map(({ accountId, name, available }) =>
    condition('top_up_asked', String(accountId), {
      account: name,
      available: `${formatMoney(available)} ${config.currency}`,
    }),
  );
}

async function paymentConditions(pool: Pool): Promise<Condition[]> {
  const { payments } = await findWaiting(pool, 'live', mostPayments);
  const count = await countUnexplained(pool);
  const books = count > 0 ? [condition('payment_books', '', { count })] : [];
  const waiting = payments.map(
    ({ paymentId, accountName: account, state, detail, disputed, currency }) =>
      state === 'mismatched'
        ? condition('payment_mismatched', paymentId, {
            account,
            detail: { en: detailText(detail, 'en'), zh: detailText(detail, 'zh') },
          })
        : condition('payment_disputed', paymentId, {
            ...{ account, amount: `${paidText(disputed, currency)} ${currency}` },
          }),
  );
  return [...waiting, ...books];
}

async function cardConditions(pool: Pool): Promise<Condition[]> {
  const kept = await listKept(pool, { hours: keptHours, now: null });
  return kept
    .slice(0, mostPayments)
    .map(({ paymentId, providerCode: provider, accountName: account, hours, detail }) =>
      condition('payment_card_kept', paymentId, {
        ...{ provider, account, hours },
        detail: { en: detailText(detail, 'en'), zh: detailText(detail, 'zh') },
      }),
    );
}

async function invoiceConditions(pool: Pool): Promise<Condition[]> {
  const failing = await listFailing(pool, mostPayments);
  return failing.map(({ paymentId, accountName: account, fault: detail }) =>
    condition('invoice_failing', paymentId, { account, detail }),
  );
}

function proofConditions({ pool, vault, config }: ReportPorts): Promise<Condition[]>[] {
  const ledger = findMismatches(pool).then(({ length: wallets }) =>
    wallets > 0 ? [condition('ledger_wrong', '', { wallets })] : [],
  );
  const audit = examineHead({ pool, vault, dataDir: config.dataDir }).then(({ fault }) =>
    fault ? [condition('audit_broken', '', { fault })] : [],
  );
  return [ledger, audit];
}

function condition(
  kind: NoticeKind,
  subject: string,
  values: Parameters<typeof fillRow>[1],
): Condition {
  return { kind, subject, text: fillRow(noticeTexts[kind], values) };
}
