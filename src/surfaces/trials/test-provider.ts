import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import { prefixField } from '../../foundation/contract/text/bilingual.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { confirmPerson } from '../../vendors/providers/confirm-person.ts';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import {
  type OpenedFace,
  type OpenedMessages,
  openFace,
  openMessages,
} from '../../vendors/providers/open-provider.ts';
import type { PaymentBegun } from '../../vendors/providers/payment.ts';
import type {
  Outcome,
  Person,
  SessionResult,
  SessionStarted,
  StatusQuery,
} from '../../vendors/providers/provider.ts';
import type { RecordedExchange } from '../../vendors/providers/record-exchanges.ts';
import type { FaceVendor, MessageVendor } from '../../vendors/providers/vendor.ts';
import { adviseOnSilence, browserDataHint, hintOn } from './advise.ts';
import { maskExchange, type OpenedTrial, openTrial, withoutAnswer } from './open-trial.ts';
import {
  messageOf,
  personalOf,
  personalOfPerson,
  queryOf,
  sessionOf,
  type Trial,
} from './trial-content.ts';
import { tryPayment } from './try-payment.ts';
import { isOver, lookAtMessage, type SeenMessage, waitForMessage } from './watch-message.ts';
import { lookAtSession, waitForSession } from './watch-session.ts';

export interface TestPorts {
  pool: Pool;
  defaultRegion: string;
  providerTimeoutMs: number;
  /** The platform's, in which a provider of payments is tested. */
  currency: string;
  publicUrl: string;
}

/** How a provider is asked later about what it was sent; with it, a test can be followed. */
export interface Followed {
  message: StatusQuery | null;
  session: { sessionRef: string; person: Person } | null;
}

/** A session's result, without whom the vendor compared. */
type SessionEnd = Omit<SessionResult, 'compared'>;

/** What became of a test after it was sent: a message's receipts, or a session's result. */
export interface TestEnd {
  message: SeenMessage | null;
  session: SessionEnd | null;
  /** Why no receipt arrived, and what the last code means. */
  advice: readonly Bilingual[];
  /** Nothing more is to be expected. */
  isOver: boolean;
}

export interface TestReport {
  code: string;
  vendorCode: string;
  result: Outcome | SessionStarted | PaymentBegun;
  /** What the vendor's code means for a new account. */
  hint: Bilingual | null;
  followed: Followed;
  /** Null if nothing was sent, or the test did not wait. */
  end: TestEnd | null;
  exchanges: RecordedExchange[];
}

interface Waiting {
  /** How long to wait for a receipt or a result; 0 does not wait. */
  waitMs: number;
  /** Called once the vendor has answered, before the wait. */
  onSent?(result: Outcome | SessionStarted): void;
}

/** What one kind of test did, and every personal value that its exchanges may contain. */
type Tried = Pick<TestReport, 'result' | 'followed' | 'end'> & {
  personal: string[];
  /** The exchanges of the send or the start; those after them are queries. */
  sentBy: number;
};

const nothing: Followed = { message: null, session: null };

/**
 * Sends one real message, or starts one real session or order, outside any call, and waits for its receipt or
 * result: nothing is charged or stored. Secrets and personal data are removed from the report.
 */
export async function testProvider(
  ports: TestPorts,
  provider: DraftProvider,
  trial: Trial,
  waiting: Waiting = { waitMs: 0 },
): Promise<TestReport> {
  const { code, vendor } = provider;
  const opened = openTrial(ports.publicUrl, provider);
  try {
    const { result, followed, end, personal, sentBy } = await tryVendor(
      ports,
      provider,
      opened,
      trial,
      waiting,
    );
    const mask = opened.masking(personal);
    return {
      ...{ code, vendorCode: vendor.code, followed },
      result: 'detail' in result ? { ...result, detail: mask(result.detail) } : result,
      hint: 'detail' in result ? hintFor(vendor, result.vendorCode, trial) : null,
      end: end && maskEnd(end, mask),
      // Records list every message to a number, and a result names whoever was checked.
      exchanges: opened.exchanges.map((exchange, i) =>
        maskExchange(i < sentBy ? exchange : withoutAnswer(exchange), mask),
      ),
    };
  } finally {
    await opened.close();
  }
}

async function tryVendor(
  ports: TestPorts,
  provider: DraftProvider,
  opened: OpenedTrial,
  trial: Trial,
  waiting: Waiting,
): Promise<Tried> {
  const { vendor } = provider;
  if (vendor.kind === 'face') return tryCheck(ports, vendor, provider, opened, trial, waiting);
  if (vendor.kind !== 'payment') {
    return tryMessage(ports, vendor, provider, opened, trial, waiting);
  }
  const asked = { ...ports, timeoutMs: ports.providerTimeoutMs };
  const result = await tryPayment(vendor, provider, opened, asked);
  return { result, followed: nothing, end: null, personal: [], sentBy: opened.exchanges.length };
}

function hintFor(vendor: Vendor, code: string | undefined, { browserData }: Trial) {
  const needsData = vendor.kind === 'face' && vendor.browserData !== null;
  return needsData && browserData === undefined ? browserDataHint : hintOn(vendor, code);
}

/** Looks once more at a test that was sent before: its receipts, its status, or its session's result. */
export async function followTest(
  ports: TestPorts,
  provider: DraftProvider,
  { message, session }: Followed,
  /** Vendors count status queries, so not every look makes one. */
  { withStatus }: { withStatus: boolean },
): Promise<{ end: TestEnd; exchanges: RecordedExchange[] }> {
  const { vendor, code, config } = provider;
  const opened = openTrial(ports.publicUrl, provider);
  const { tools } = opened;
  const timeoutMs = ports.providerTimeoutMs;
  try {
    let end: TestEnd = { message: null, session: null, advice: [], isOver: true };
    if (vendor.kind !== 'face' && vendor.kind !== 'payment' && message) {
      const sms = openMessages(vendor, { code, config, tools });
      const asked = withStatus ? sms : { code };
      const seen = await lookAtMessage(ports.pool, asked, message, timeoutMs).finally(sms.close);
      end = await endOfMessage(vendor, provider, opened, sms, message, seen);
    } else if (vendor.kind === 'face' && session) {
      const face = openFace(vendor, { code, config, tools });
      const result = await lookAtSession(face, session.sessionRef, timeoutMs).finally(face.close);
      end = endOfSession(vendor, confirmPerson(result, session.person));
    }
    const mask = opened.masking([
      ...(message ? [message.to, message.to.slice(-8)] : []),
      ...(session ? personalOfPerson(session.person) : []),
    ]);
    const exchanges = opened.exchanges.map((exchange) => maskExchange(exchange, mask));
    return { end: maskEnd(end, mask), exchanges };
  } finally {
    await opened.close();
  }
}

async function tryMessage(
  ports: TestPorts,
  vendor: MessageVendor,
  draft: DraftProvider,
  opened: OpenedTrial,
  trial: Trial,
  { waitMs, onSent }: Waiting,
): Promise<Tried> {
  const { pool, providerTimeoutMs: timeoutMs } = ports;
  const send = await messageOf(ports, draft, trial);
  const personal = personalOf(trial.mobile ?? '', send);
  const provider = openMessages(vendor, { ...draft, tools: opened.tools });
  try {
    const fault = provider.findFault(send);
    if (fault) refuse('trial_not_sent', { fault: prefixField(fault.field, fault.problem) });
    const heldAt = opened.tools.clock.now();
    const result = await provider.send(send, { signal: AbortSignal.timeout(timeoutMs) });
    const tried = { result, personal, sentBy: opened.exchanges.length };
    // A message with a lost answer may have been sent: its receipt tells.
    if (result.kind !== 'done' && result.kind !== 'unknown') {
      return { ...tried, followed: nothing, end: null };
    }
    const message = queryOf(send, heldAt, result.kind === 'done' ? result : {});
    const followed = { message, session: null };
    if (waitMs === 0) return { ...tried, followed, end: null };
    const isPushed = provider.receipts.includes('push');
    const isWatched = isPushed || provider.queryStatus !== undefined;
    if (isWatched) onSent?.(result);
    const rules = { waitMs: isWatched ? waitMs : 0, timeoutMs, isPushed };
    const seen = await waitForMessage(pool, provider, message, rules);
    const end = await endOfMessage(vendor, draft, opened, provider, message, seen);
    return { ...tried, followed, end };
  } finally {
    await provider.close?.();
  }
}

async function tryCheck(
  { providerTimeoutMs: timeoutMs, publicUrl }: TestPorts,
  vendor: FaceVendor,
  draft: DraftProvider,
  opened: OpenedTrial,
  trial: Trial,
  { waitMs, onSent }: Waiting,
): Promise<Tried> {
  const start = sessionOf(publicUrl, vendor, trial);
  const { person } = start;
  const personal = personalOfPerson(person);
  const provider = openFace(vendor, { ...draft, tools: opened.tools });
  try {
    const result = await startSession(provider, start, timeoutMs);
    const tried = { result, personal, sentBy: opened.exchanges.length };
    if (result.kind !== 'started') return { ...tried, followed: nothing, end: null };
    const { sessionRef } = result;
    const followed = { message: null, session: { sessionRef, person } };
    if (waitMs === 0) return { ...tried, followed, end: null };
    onSent?.(result);
    const session = await waitForSession(provider, sessionRef, { waitMs, timeoutMs });
    const end = endOfSession(vendor, confirmPerson(session, person));
    return { ...tried, followed, end };
  } finally {
    await provider.close?.();
  }
}

async function startSession(
  provider: OpenedFace,
  start: ReturnType<typeof sessionOf>,
  timeoutMs: number,
): Promise<Outcome | SessionStarted> {
  const screened = provider.screen(start.person);
  if (screened.kind !== 'done') return screened;
  return provider.startSession(start, { signal: AbortSignal.timeout(timeoutMs) });
}

async function endOfMessage(
  vendor: MessageVendor,
  { isStored }: DraftProvider,
  { callbackUrl }: OpenedTrial,
  provider: OpenedMessages,
  sent: StatusQuery,
  seen: SeenMessage,
): Promise<TestEnd> {
  const last = seen.receipts.at(-1) ?? seen.status ?? undefined;
  const hint = hintOn(vendor, last?.vendorCode);
  const silence = await adviseOnSilence({ vendor, provider, callbackUrl, isStored, seen });
  const isWatched = provider.receipts.length > 0 || provider.queryStatus !== undefined;
  return {
    ...{ message: seen, session: null, advice: [...(hint ? [hint] : []), ...silence] },
    isOver: !isWatched || isOver(seen, sent, provider.receipts.includes('push')),
  };
}

function endOfSession(vendor: FaceVendor, result: SessionResult): TestEnd {
  const { compared: _, ...session } = { compared: null, ...result };
  const hint = hintOn(vendor, session.vendorCode);
  const isEnded = session.state !== 'open';
  return { message: null, session, advice: hint ? [hint] : [], isOver: isEnded };
}

function maskEnd({ message, session, ...rest }: TestEnd, mask: (text: string) => string): TestEnd {
  const masked = <Said extends { detail?: string }>(said: Said): Said =>
    said.detail === undefined ? said : { ...said, detail: mask(said.detail) };
  return {
    message: message && {
      receipts: message.receipts.map(masked),
      status: message.status && masked(message.status),
    },
    session: session && masked(session),
    ...rest,
  };
}
