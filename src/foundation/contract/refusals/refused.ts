import { type Bilingual, fillRow, type ValuesOf } from '../text/bilingual.ts';
import type { RefusalRow } from './refusal-row.ts';
import { refusals } from './refusals.ts';

type RefusalCode = keyof typeof refusals;

/** A row of the table, with a value for each of its placeholders. */
export type Refusal = {
  [Code in RefusalCode]: readonly [code: Code, ...ValuesOf<(typeof refusals)[Code]['en']>];
}[RefusalCode];

/** An operator's request was refused, and nothing was changed. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusalCode;
  readonly text: Bilingual;
  /** The field of the request that is wrong. */
  readonly field: string | undefined;

  constructor([code, values]: Refusal, options?: ErrorOptions) {
    const row: RefusalRow = refusals[code];
    const text = fillRow(row, values);
    super(text.en, options);
    this.code = code;
    this.text = text;
    this.field = row.field;
  }
}

export function refuse(...refusal: Refusal): never {
  throw new Refused(refusal);
}
