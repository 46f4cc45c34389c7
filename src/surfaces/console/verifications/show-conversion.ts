import type {
  Conversion as CountedConversion,
  ConversionRow as CountedRow,
} from '../../../products/verifications/conversion-queries.ts';
import { regionOfPrefix } from './region-of-prefix.ts';
import type { Conversion, ConversionRow } from './verifications-contract.ts';

/** Adds the counted rows up by name, the largest first. Providers are shown to operators only. */
export function showConversion(
  { rows, ...totals }: CountedConversion,
  unit: 'hour' | 'day',
  isOperator: boolean,
): Conversion {
  const of = (facet: CountedRow['facet']) => rows.filter((row) => row.facet === facet);
  const providers = summed(of('provider'), ({ providerCode }) => providerCode);
  return {
    ...totals,
    ...(isOperator ? { providers } : {}),
    regions: summed(of('prefix'), ({ prefix }) => regionOfPrefix(prefix)),
    unit,
    times: of('step')
      .map(({ at, ...row }) => ({ at: (at as Date).toISOString(), ...countsOf([row]) }))
      .toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}

function summed(
  rows: readonly CountedRow[],
  nameOf: (row: CountedRow) => string | null,
): ConversionRow[] {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, own]) => ({ name, ...countsOf(own) }))
    .toSorted(
      (one, other) => other.sent - one.sent || (one.name ?? '').localeCompare(other.name ?? ''),
    );
}

type Counts = Pick<CountedRow, 'sent' | 'delivered' | 'approved'>;

function countsOf(rows: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => rows.reduce((total, row) => total + row[of], 0);
  return { sent: sum('sent'), delivered: sum('delivered'), approved: sum('approved') };
}
