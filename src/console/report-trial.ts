import type { TestReport } from '../calls/test-provider.ts';
import type { TrialReport } from './trial-contract.ts';

/** A report of a test in the console's terms. */
export function reportTrial({ code, vendorCode, result, exchanges }: TestReport): TrialReport {
  const isFailure = 'detail' in result;
  return {
    code,
    vendorCode,
    outcome: result.kind,
    reason: isFailure ? result.reason : null,
    answerCode: isFailure ? (result.vendorCode ?? null) : null,
    detail: isFailure ? result.detail : null,
    providerRef: 'providerRef' in result ? result.providerRef : null,
    exchanges: exchanges.map(({ answer, ms, ...asked }) => ({
      ...asked,
      status: answer?.status ?? null,
      answer: answer?.text ?? null,
      ms: Math.round(ms),
    })),
  };
}
