import { leadsInside } from '../../../foundation/outbound/leads-inside.ts';
import type { RecordedExchange } from '../../../vendors/providers/record-exchanges.ts';
import type { TestReport } from '../../trials/test-provider.ts';
import type { TrialReport } from './trial-contract.ts';

/** Converts a provider test's report to the console's format. */
export async function reportTrial(report: TestReport): Promise<TrialReport> {
  const { code, vendorCode, result, exchanges } = report;
  const isFailure = 'detail' in result;
  return {
    code,
    vendorCode,
    outcome: result.kind,
    reason: isFailure ? result.reason : null,
    answerCode: isFailure ? (result.vendorCode ?? null) : null,
    detail: isFailure ? result.detail : null,
    providerRef: 'providerRef' in result ? result.providerRef : null,
    exchanges: await Promise.all(exchanges.map(showExchange)),
  };
}

/**
 * A provider may be inside the operator's network, so requests to internal addresses are allowed. But anyone
 * who can enter a provider's address in the browser could use this to read from any internal machine (SSRF).
 * For an internal address the console shows only the status and the adapter's result, not the response text.
 * The command line shows it: its user already has access to the machine.
 */
async function showExchange({ answer, ms, ...asked }: RecordedExchange) {
  const isInside = answer !== null && (await leadsInside(asked.url));
  return {
    ...asked,
    status: answer?.status ?? null,
    answer: isInside ? null : (answer?.text ?? null),
    isInside,
    ms: Math.round(ms),
  };
}
