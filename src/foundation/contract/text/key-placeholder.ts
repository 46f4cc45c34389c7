import type { Mode } from '../products.ts';

/** Where the reader's key goes in every sample. */
export const keyPlaceholder = (mode: Mode): string => `cs_${mode}_YOUR_KEY`;
