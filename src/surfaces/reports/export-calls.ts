import { formatMoney } from '../../foundation/money.ts';
import type { FoundCall } from '../../line/search/search-queries.ts';
import { csvLine, csvMark } from '../../money/statements/csv-line.ts';

type Field = (call: FoundCall) => string | number | null;

/** The exported fields of a call. They contain no personal data, because lists mask it too. */
const fields: Readonly<Record<string, Field>> = {
  requestId: ({ callId }) => callId,
  at: ({ heldAt }) => heldAt.toISOString(),
  endedAt: ({ endedAt }) => endedAt?.toISOString() ?? null,
  accountId: ({ accountId }) => accountId,
  keyId: ({ keyId }) => keyId,
  product: ({ product }) => product,
  state: ({ state }) => state,
  result: ({ result }) => result,
  reason: ({ reason }) => reason,
  parts: ({ parts }) => parts,
  price: ({ amount }) => formatMoney(amount),
  charged: ({ charged }) => formatMoney(charged),
};

/** For operators only. */
const platformFields: Readonly<Record<string, Field>> = {
  provider: ({ providerCode }) => providerCode,
  cost: ({ cost }) => (cost === null ? null : formatMoney(cost)),
};

function fieldsFor(isOperator: boolean): [name: string, read: Field][] {
  return Object.entries(isOperator ? { ...fields, ...platformFields } : fields);
}

/** A CSV file with a header and one line per call. */
export async function* asCsv(
  pages: AsyncIterable<FoundCall[]>,
  isOperator: boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const columns = fieldsFor(isOperator);
  yield `${csvMark}${csvLine(columns.map(([name]) => name))}`;
  for await (const calls of pages) {
    if (signal.aborted) return;
    yield calls.map((call) => csvLine(columns.map(([, read]) => read(call)))).join('');
  }
}

/** A JSON array with one call per line. */
export async function* asJson(
  pages: AsyncIterable<FoundCall[]>,
  isOperator: boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const columns = fieldsFor(isOperator);
  yield '[';
  let isFirst = true;
  for await (const calls of pages) {
    if (signal.aborted) return;
    yield calls
      .map((call) => {
        const record = Object.fromEntries(columns.map(([name, read]) => [name, read(call)]));
        const line = `${isFirst ? '\n' : ',\n'}${JSON.stringify(record)}`;
        isFirst = false;
        return line;
      })
      .join('');
  }
  yield '\n]\n';
}
