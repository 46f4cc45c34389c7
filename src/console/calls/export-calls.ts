import { csvCell } from '../../csv-cell.ts';
import { formatMoney } from '../../money.ts';
import type { FoundCall } from '../../search/search-queries.ts';
import { moneyOrNull } from '../or-null.ts';

/** One call as a line of a file; no person is in it, so that a file tells nothing that a list masks. */
function fieldsOf(call: FoundCall, isOperator: boolean) {
  return {
    requestId: call.callId,
    at: call.heldAt.toISOString(),
    endedAt: call.endedAt?.toISOString() ?? null,
    accountId: call.accountId,
    keyId: call.keyId,
    product: call.product,
    state: call.state,
    result: call.result,
    reason: call.reason,
    parts: call.parts,
    price: formatMoney(call.amount),
    charged: formatMoney(call.charged),
    ...(isOperator
      ? {
          provider: call.providerCode,
          cost: moneyOrNull(call.cost),
        }
      : {}),
  };
}

const columnsOf = (isOperator: boolean) => [
  ...['requestId', 'at', 'endedAt', 'accountId', 'keyId', 'product', 'state', 'result', 'reason'],
  ...['parts', 'price', 'charged'],
  ...(isOperator ? ['provider', 'cost'] : []),
];

/** A file with a head and a line for each call. None of the fields holds a comma or a quote. */
export async function* asCsv(
  pages: AsyncIterable<FoundCall[]>,
  isOperator: boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // A spreadsheet takes a file for UTF-8 by its first character.
  yield `\uFEFF${columnsOf(isOperator).join(',')}\r\n`;
  for await (const calls of pages) {
    if (signal.aborted) return;
    yield calls
      .map(
        (call) =>
          `${Object.values(fieldsOf(call, isOperator))
            .map((value) => csvCell(`${value ?? ''}`))
            .join(',')}\r\n`,
      )
      .join('');
  }
}

/** A list, one call to a line. */
export async function* asJson(
  pages: AsyncIterable<FoundCall[]>,
  isOperator: boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const calls of pages) {
    if (signal.aborted) return;
    yield calls
      .map((call) => {
        const line = `${isFirst ? '\n' : ',\n'}${JSON.stringify(fieldsOf(call, isOperator))}`;
        isFirst = false;
        return line;
      })
      .join('');
  }
  yield '\n]\n';
}
