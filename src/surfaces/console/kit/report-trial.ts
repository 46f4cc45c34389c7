import { isInsideAddress } from '../../../foundation/outbound/forbidden-address.ts';
import { isInsideUrl } from '../../../foundation/outbound/is-inside-url.ts';
import type { Vault } from '../../../foundation/vault.ts';
import type { RecordedExchange } from '../../../vendors/providers/record-exchanges.ts';
import type { Followed, TestEnd, TestReport } from '../../trials/test-provider.ts';
import type { TrialProgress, TrialReport } from './trial-contract.ts';

/**
 * Converts a provider test's report to the console's format.
 *
 * A provider may be inside the operator's network, so requests to internal addresses are allowed. But anyone
 * who can enter a provider's address in the browser could use this to read from any internal machine (SSRF),
 * and the adapter's result quotes whatever the settings point at. If any connection of the test led inside, the
 * console shows only the outcome and the status. The command line shows all of it: its user already has access
 * to the machine.
 */
export async function reportTrial(vault: Vault, report: TestReport): Promise<TrialReport> {
  const { code, vendorCode, result, hint, followed } = report;
  const exchanges = await Promise.all(report.exchanges.map(showExchange));
  const isHidden = exchanges.some(({ isInside }) => isInside);
  const failure = 'detail' in result && !isHidden ? result : undefined;
  return {
    code,
    vendorCode,
    outcome: result.kind,
    reason: failure?.reason ?? null,
    answerCode: failure?.vendorCode ?? null,
    detail: failure?.detail ?? null,
    providerRef: 'providerRef' in result && !isHidden ? result.providerRef : null,
    hint: isHidden ? null : hint,
    url: 'url' in result && !isHidden ? result.url : null,
    follow: sealFollowed(vault, followed),
    exchanges,
  };
}

const context = 'provider test';

/** Only this platform can read it: it names the person, and whatever the settings point at. */
function sealFollowed(vault: Vault, followed: Followed): string | null {
  if (!followed.message && !followed.session) return null;
  return vault.seal(JSON.stringify(followed), context).toString('base64url');
}

/** Undefined if this platform did not seal it. */
export function openFollowed(vault: Vault, sealed: string): Followed | undefined {
  try {
    const { message, ...rest } = JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), context));
    return { ...rest, message: message && { ...message, heldAt: new Date(message.heldAt) } };
  } catch {
    return undefined;
  }
}

/** The progress of a test in the console's format, under the same rule as its report. */
export async function reportProgress(
  { message, session, advice, isOver }: TestEnd,
  exchanges: readonly RecordedExchange[],
): Promise<TrialProgress> {
  const shown = await Promise.all(exchanges.map(showExchange));
  const isHidden = shown.some(({ isInside }) => isInside);
  const said = (word: { state: string; vendorCode?: string; detail?: string }) => ({
    state: word.state,
    code: isHidden ? null : (word.vendorCode ?? null),
    detail: isHidden ? null : (word.detail ?? null),
  });
  return {
    // Receipts were sent to us, and not read from an address in the settings.
    receipts: (message?.receipts ?? []).map((receipt) => ({
      ...{ state: receipt.state, code: receipt.vendorCode, detail: receipt.detail },
      ...{ isSigned: receipt.isSigned, receivedAt: receipt.receivedAt.toISOString() },
    })),
    status: message?.status ? said(message.status) : null,
    session: session && said(session),
    advice: [...advice],
    isOver,
  };
}

async function showExchange({ answer, fault, address, ms, ...asked }: RecordedExchange) {
  const isInside = await isInsideExchange(asked.url, address);
  return {
    ...asked,
    status: answer?.status ?? null,
    answer: isInside ? null : (answer?.text ?? null),
    fault: isInside ? null : fault,
    isInside,
    ms: Math.round(ms),
  };
}

/** The connection's own address decides; without one, where the URL leads. */
async function isInsideExchange(url: string, address: string | null): Promise<boolean> {
  return address === null ? isInsideUrl(url) : isInsideAddress(address);
}
