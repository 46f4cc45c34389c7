import type { Bilingual } from '../text/bilingual.ts';

/** A refusal's text, and the field of the request that it is about, where it is one. */
export interface RefusalRow extends Bilingual {
  readonly field?: string;
}
