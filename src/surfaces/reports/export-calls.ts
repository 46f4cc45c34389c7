import { formatMoney } from '../../foundation/money.ts';
import type { FoundCall } from '../../line/search/search-queries.ts';
import { csvLine, csvMark } from '../../money/statements/csv-line.ts';

/** A call, or one that was refused, as files list it. */
export type ExportedCall = Omit<FoundCall, 'state' | 'stage'> & {
  state: FoundCall['state'] | 'refused';
};

type Field = (call: ExportedCall) => string | number | null;

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

/** How a file of calls begins, continues and ends. */
interface CallFormat {
  begin(isOperator: boolean): string;
  /** A few calls; `isFirst` if none precede them in the file. */
  lines(calls: readonly ExportedCall[], isOperator: boolean, isFirst: boolean): string;
  end: string;
}

export const callFormats = {
  /** A header and one line per call. */
  csv: {
    begin: (isOperator) => `${csvMark}${csvLine(fieldsFor(isOperator).map(([name]) => name))}`,
    lines(calls, isOperator) {
      const columns = fieldsFor(isOperator);
      return calls.map((call) => csvLine(columns.map(([, read]) => read(call)))).join('');
    },
    end: '',
  },
  /** An array with one call per line. */
  json: {
    begin: () => '[',
    lines(calls, isOperator, isFirst) {
      const columns = fieldsFor(isOperator);
      const records = calls.map((call) =>
        JSON.stringify(Object.fromEntries(columns.map(([name, read]) => [name, read(call)]))),
      );
      return `${isFirst ? '\n' : ',\n'}${records.join(',\n')}`;
    },
    end: '\n]\n',
  },
} as const satisfies Record<string, CallFormat>;
