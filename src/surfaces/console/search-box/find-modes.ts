import { type Mode, modes } from '../../../foundation/contract/products.ts';
import { findRefused } from '../../../line/refused/queries.ts';
import type { PersonFilter } from '../../../line/search/search-filter.ts';
import { countCalls } from '../../../line/search/search-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';

/** The modes in which the list of calls has a row of this person. */
export async function findModes(
  { pool, scope }: Pick<ConsoleContext, 'pool' | 'scope'>,
  person: PersonFilter,
): Promise<Mode[]> {
  const hasRows = async (mode: Mode) => {
    if ((await countCalls(pool, scope, mode, { person }, 1)) > 0) return true;
    return (await findRefused(pool, scope, mode, { person }, { limit: 1 })).length > 0;
  };
  const found = await Promise.all(modes.map(hasRows));
  return modes.filter((_, index) => found[index]);
}
