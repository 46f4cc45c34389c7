import { leadsInside } from '../../../foundation/outbound/leads-inside.ts';
import type { RecordedExchange } from '../../../vendors/providers/record-exchanges.ts';
import type { TestReport } from '../../trials/test-provider.ts';
import type { TrialReport } from './trial-contract.ts';

/** A report of a test in the console's terms. */
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
 * A provider may well lie inside the operator's network, so it is asked there. But whoever may type its
 * address in a browser could have any machine inside asked and read what it says: of an answer from inside
 * the console shows the status, and what the adapter made of it, and not the text itself. Whoever needs that
 * has the command line, and is on the machine already.
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
