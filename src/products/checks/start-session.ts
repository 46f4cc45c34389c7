import { setTimeout as sleep } from 'node:timers/promises';
import { checkStatus } from '../../foundation/contract/wire/face.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import {
  languageTags,
  type PageLanguage,
  wordsLanguageOf,
} from '../../foundation/page/page-languages.ts';
import { redact, sanitize } from '../../foundation/redact.ts';
import type { SealedColumn } from '../../foundation/vault.ts';
import { keepFailedStart } from '../../vendors/providers/attempt-queries.ts';
import type {
  Device,
  FaceProvider,
  SessionStart,
  SessionStarted,
} from '../../vendors/providers/provider.ts';
import { withDeadline } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import {
  type CheckProviders,
  canStartWith,
  collectorOf,
  findCheckProviders,
  isDeviceServed,
  needsConsent,
} from './check-providers.ts';
import { openCheck } from './check-secrets.ts';
import { mayLeaveFor } from './may-leave-for.ts';
import { endCheck, findTrace, type LinkedCheck } from './queries.ts';
import { claimSession, recordSession, releaseStart } from './session-queries.ts';

/** The page's request to send the person to the provider. */
interface SessionRequest {
  /** The URL that the person opened, without a trailing slash. The return URL is below it. */
  pageUrl: string;
  device: Device;
  language: PageLanguage;
  isLanguageChosen: boolean;
  /** The browser's visitor name, so that the return is recognized. */
  visitorName: string | null;
  browserData: string | null;
  /** The person wants a new session although one is open, because some vendors do not let a person in twice. */
  isFresh: boolean;
}

type SessionReply =
  | { kind: 'go'; url: string }
  | { kind: 'ended' | 'no_consent' | 'exhausted' | 'elsewhere' | 'down' };

const busyTurnMs = 200;

/** Longer than any vendor's references and URLs. */
const longestKept = 4_096;

/**
 * Finds or starts the person's session. The provider call runs outside any transaction; a lease makes other
 * tabs wait, and they then reuse the same session.
 */
export async function startSession(
  ports: CheckPorts,
  check: LinkedCheck,
  request: SessionRequest,
): Promise<SessionReply> {
  const providers = await findCheckProviders(ports, check, request.device);
  if (!isDeviceServed(providers)) return { kind: 'elsewhere' };
  if (needsConsent(check, providers)) return { kind: 'no_consent' };
  const leaseMs = ports.settings.providerTimeoutMs + 2_000;
  const until = performance.now() + leaseMs;
  for (let isFresh = request.isFresh; ; isFresh = false) {
    const now = ports.clock.databaseNow();
    const claim = await claimSession(
      ports.pool,
      check,
      { device: request.device, isFresh, leaseMs },
      now,
    );
    switch (claim.verdict) {
      case 'reuse':
        return { kind: 'go', url: openUrl(ports, check.checkId, claim.sealedUrl as Buffer) };
      case 'start':
        return startWithProvider(ports, check, request, providers);
      case 'busy':
        if (performance.now() > until) return { kind: 'down' };
        await sleep(busyTurnMs);
        break;
      default:
        return { kind: claim.verdict };
    }
  }
}

async function startWithProvider(
  ports: CheckPorts,
  check: LinkedCheck,
  request: SessionRequest,
  { agreed }: CheckProviders,
): Promise<SessionReply> {
  const asking = askInTurn(ports, check, request, agreed);
  const { providerCode, started } = await asking.catch(async (error) => {
    await releaseStart(ports.pool, check);
    throw error;
  });
  if (started.kind === 'started') {
    const isOpen = await recordSession(
      ports.pool,
      check,
      {
        providerCode,
        sessionRef: started.sessionRef,
        device: request.device,
        sealedUrl: ports.vault.seal(started.url, sessionContext(check.checkId)),
        expiresAt: started.expiresAt,
      },
      ports.clock.databaseNow(),
    );
    return isOpen ? { kind: 'go', url: started.url } : { kind: 'ended' };
  }
  if (started.kind === 'rejected') {
    // The provider refuses this person and would do so again, so the check ends without a retry.
    const now = ports.clock.databaseNow();
    await endCheck(ports.pool, check, checkStatus.failed, now, started.reason);
    return { kind: 'ended' };
  }
  await releaseStart(ports.pool, check);
  return { kind: 'down' };
}

interface Asked {
  providerCode: string;
  started: SessionStarted;
}

/**
 * Tries the agreed providers in order, and moves on only when the last one certainly did nothing. It skips
 * providers whose browser data the page has not collected.
 */
async function askInTurn(
  ports: CheckPorts,
  check: LinkedCheck,
  request: SessionRequest,
  agreed: readonly FaceProvider[],
): Promise<Asked> {
  const collected = collectorOf(agreed)?.browserData ?? null;
  let last: Asked = {
    providerCode: check.providerCode,
    started: { kind: 'unavailable', reason: 'device_refused', detail: 'nobody serves this device' },
  };
  for (const provider of agreed.filter((each) => canStartWith(each, collected))) {
    const { code: providerCode } = provider;
    const startedMs = performance.now();
    const started = await startThrough(ports, check, request, provider);
    last = { providerCode, started };
    if (started.kind === 'started') break;
    const tookMs = performance.now() - startedMs;
    await keepFailedStart(ports.pool, check, { ...started, providerCode, tookMs });
    const { traceId } = await findTrace(ports.pool, check.checkId);
    ports.log.warn(
      { requestId: check.checkId, traceId, provider: providerCode, detail: started.detail },
      `session could not be started: ${started.kind}`,
    );
    if (started.kind !== 'unavailable') break;
  }
  return last;
}

/** The sandbox has no circuit breaker, because its failures are simulated. */
function startThrough(
  ports: CheckPorts,
  check: LinkedCheck,
  request: SessionRequest,
  provider: FaceProvider,
): Promise<SessionStarted> {
  const start = () => callProvider(ports, check, request, provider);
  return provider.code === 'sandbox' ? start() : ports.breakers.run(provider.code, start);
}

async function callProvider(
  ports: CheckPorts,
  check: LinkedCheck,
  request: SessionRequest,
  provider: FaceProvider,
): Promise<SessionStarted> {
  if (!check.sealed) {
    return { kind: 'unavailable', reason: 'provider_setup', detail: 'the person is erased' };
  }
  const { name, cardNo } = openCheck(ports.vault, check.checkId, check.sealed);
  const start: SessionStart = {
    checkId: check.checkId,
    accountId: check.accountId,
    person: { name, cardNo },
    returnUrl: returnUrlOf(request),
    device: request.device,
    language: wordsLanguageOf(request.language),
    languageTag: languageTags[request.language],
    browserData: provider.browserData && request.browserData,
    mode: check.mode,
  };
  const { traceParent } = await findTrace(ports.pool, check.checkId);
  try {
    const started = await withDeadline(
      ports,
      (context) => provider.startSession(start, context),
      traceParent,
    );
    if (started.kind === 'started') return asKept(started, request.pageUrl);
    const personal = [name, cardNo, request.pageUrl, linkOf(request)];
    return { ...started, detail: redact(started.detail, personal) };
  } catch (error) {
    // If the session did start, it is never used and costs the caller nothing.
    return { kind: 'unknown', reason: 'provider_fault', detail: faultOf(error) };
  }
}

/**
 * Rejects a session whose reference or URL cannot be stored unchanged, because it could be neither queried nor
 * erased later. Also rejects a URL that the page may not redirect to.
 */
function asKept(
  started: Extract<SessionStarted, { kind: 'started' }>,
  pageUrl: string,
): SessionStarted {
  const { sessionRef, url, expiresAt } = started;
  const isWhole = [sessionRef, url].every((text) => text && sanitize(text, longestKept) === text);
  if (isWhole && mayLeaveFor(url, pageUrl) && !Number.isNaN(expiresAt.getTime())) return started;
  return {
    kind: 'unknown',
    reason: 'not_understood',
    detail: 'it named a session that cannot be kept',
  };
}

function linkOf({ pageUrl }: SessionRequest): string {
  return pageUrl.slice(pageUrl.lastIndexOf('/') + 1);
}

/**
 * The return URL keeps the language that the person chose, and identifies their browser even in another tab.
 */
function returnUrlOf(request: SessionRequest): string {
  const query = new URLSearchParams();
  if (request.isLanguageChosen) query.set('lang', languageTags[request.language]);
  if (request.visitorName) query.set('by', request.visitorName);
  return `${request.pageUrl}/return${query.size > 0 ? `?${query}` : ''}`;
}

function openUrl(ports: CheckPorts, checkId: string, sealedUrl: Buffer): string {
  return ports.vault.open(sealedUrl, sessionContext(checkId));
}

function sessionContext(checkId: string): string {
  return `session ${checkId}`;
}

/** Where the vendor's URLs of sessions are stored. */
export const sealedUrls: SealedColumn = {
  table: 'check_sessions',
  column: 'sealed_url',
  key: { account_id: 'integer', check_id: 'uuid', session_no: 'smallint' },
  contextOf: ({ check_id }) => sessionContext(check_id ?? ''),
};
