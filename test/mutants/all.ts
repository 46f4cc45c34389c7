import { accessMutants } from './access.ts';
import type { Mutant } from './mutant.ts';

/** Every bug that the tests are known to see, by the area whose guarantees it breaks. */
export const mutantAreas: Readonly<Record<string, readonly Mutant[]>> = {
  access: accessMutants,
};
