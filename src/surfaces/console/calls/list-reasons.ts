import { errorTable } from '../../../foundation/contract/errors/errors.ts';
import {
  type FailureRow,
  failureReasons,
} from '../../../foundation/contract/errors/failure-reasons.ts';
import { errorsOf, operationOf } from '../../../foundation/contract/operations/operations.ts';
import { calledProducts } from '../../../foundation/contract/products.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { Reasons } from './calls-contract.ts';

/** The reasons for which a paid call can be refused before any money is held. */
const refusalReasons = [
  ...new Set(calledProducts.flatMap((product) => errorsOf(operationOf(product)))),
].filter((reason) => errorTable[reason].status < 500 && reason !== 'provider_rejected');

/** Why calls fail or are refused. Customers read nothing of the suppliers that the operator uses. */
export function listReasons(language: Language, isOperator: boolean): Reasons['reasons'] {
  const failures = Object.entries<FailureRow>(failureReasons).map(([reason, row]) => ({
    reason,
    text: (isOperator ? row : (row.toCaller ?? row))[language],
    fix: row.fix[language],
  }));
  const refusals = refusalReasons.map((reason) => ({
    reason,
    text: errorTable[reason].message[language],
    // Markdown, of which only code is used.
    fix: errorTable[reason].fix[language].replaceAll('`', ''),
  }));
  return [...failures, ...refusals];
}
