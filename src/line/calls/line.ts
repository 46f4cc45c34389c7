import type { Pool } from 'pg';
import type { Reason } from '../../foundation/contract/errors/errors.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { WebhookPorts } from '../../foundation/events/webhook-ports.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { PaymentPorts } from '../../money/payments/payment-ports.ts';
import type { CheckPorts } from '../../products/checks/check-ports.ts';
import type { GuessWriter } from '../../products/verifications/guess-writer.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { Deadlines } from '../../vendors/providers/deadlines.ts';
import type { Registry } from '../../vendors/providers/registry.ts';
import type { CallerPorts } from '../callers/authenticate.ts';
import type { KeyUses } from '../callers/key-uses.ts';
import type { CallsInFlight } from '../idempotency/in-flight.ts';
import type { RefusedCalls } from '../refused/refused-calls.ts';
import type { ConversionWeights } from './conversion-weights.ts';
import type { HoldWriter, SettleWriter } from './line-writer.ts';
import type { CallMetrics } from './metrics.ts';

/**
 * Everything a paid call needs. The composition root creates one, and so do tests. Only code that runs a call
 * from end to end takes the whole interface; other code picks the few members that it needs.
 */
export interface Line extends CallerPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  registry: Registry;
  keyUses: KeyUses;
  holds: HoldWriter;
  settles: SettleWriter;
  /** The timeout of one provider attempt. */
  deadlines: Deadlines;
  /** Of replies: a little later than the call's own deadline. */
  replyDeadlines: Deadlines;
  breakers: Breakers;
  /** The weights of routes that follow conversion. */
  conversion: ConversionWeights;
  metrics: CallMetrics;
  refused: RefusedCalls;
  settings: LineSettings;
  inFlight: CallsInFlight;
  /** Documented phone numbers with which test calls simulate what can happen to live calls. */
  rehearsals: Rehearsals;
  /** The sandbox script to store with the settle of a call; null for calls of other providers. */
  takeSandboxScript(callId: string): string | null;
  /** Counts guesses of verification codes. */
  guesses: GuessWriter;
  /** Access to face checks, for the recheck operation. */
  checks: CheckPorts;
  /** Access to payments, for the top-up operations. */
  payments: PaymentPorts;
  /** Where events are sent. */
  webhooks: WebhookPorts;
}

/** Knows the documented test numbers, and the refusal that a test call to each of them gets. */
interface Rehearsals {
  /** The region of a number as the caller wrote it, independent of the platform's region. */
  regionOf(asSent: string): string | undefined;
  refusalOf(to: string): { reason: Reason; retryAfterMs: number | null } | undefined;
  /** What is special about a verification of a recipient. */
  verificationOf(to: string): { hasZeros?: true; ttlSeconds?: number } | undefined;
}

interface LineUrls {
  publicUrl(): string;
  /** Where people's pages are. */
  personUrl(): string;
}

export interface LineSettings extends LineUrls {
  defaultRegion: string;
  timeZone: string;
  currency: string;
  nationalIdCheck: boolean;
  providerTimeoutMs: number;
  callDeadlineMs: number;
  idempotencyWaitMs: number;
  linkLifeMinutes: number;
}

const replyGraceMs = 1_000;

/** How long after its request a call is replied to at the latest, whatever it waits for. */
export function latestReplyMs({ callDeadlineMs }: Pick<LineSettings, 'callDeadlineMs'>): number {
  return callDeadlineMs + replyGraceMs;
}

/** The few settings that calls use. They get no others, the data key least of all. */
export function lineSettings(
  config: Omit<LineSettings, keyof LineUrls>,
  urls: LineUrls,
): LineSettings {
  return {
    ...urls,
    defaultRegion: config.defaultRegion,
    timeZone: config.timeZone,
    currency: config.currency,
    nationalIdCheck: config.nationalIdCheck,
    providerTimeoutMs: config.providerTimeoutMs,
    callDeadlineMs: config.callDeadlineMs,
    idempotencyWaitMs: config.idempotencyWaitMs,
    linkLifeMinutes: config.linkLifeMinutes,
  };
}
