import { type Bilingual, fillRow, type ValuesOf } from '../text/bilingual.ts';
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

  constructor([code, values]: Refusal, options?: ErrorOptions) {
    const text = fillRow(refusals[code], values);
    super(text.en, options);
    this.code = code;
    this.text = text;
  }
}

export function refuse(...refusal: Refusal): never {
  throw new Refused(refusal);
}
