import { isInsideAddress } from '../../../foundation/outbound/forbidden-address.ts';
import { isInsideUrl } from '../../../foundation/outbound/is-inside-url.ts';
import type { RecordedExchange } from '../../../vendors/providers/record-exchanges.ts';
import type { TestReport } from '../../trials/test-provider.ts';
import type { TrialReport } from './trial-contract.ts';

/**
 * Converts a provider test's report to the console's format.
 *
 * A provider may be inside the operator's network, so requests to internal addresses are allowed. But anyone
 * who can enter a provider's address in the browser could use this to read from any internal machine (SSRF),
 * and the adapter's result quotes whatever the settings point at. If any connection of the test led inside, the
 * console shows only the outcome and the status. The command line shows all of it: its user already has access
 * to the machine.
 */
export async function reportTrial(report: TestReport): Promise<TrialReport> {
  const { code, vendorCode, result } = report;
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
    exchanges,
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
