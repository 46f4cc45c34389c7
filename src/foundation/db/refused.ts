import { type Refusal, Refused } from '../contract/refusals/refused.ts';
import { sqlState } from './faults.ts';

/** The state with which functions in the database refuse: the message is the code, the detail its values. */
const refusedState = 'CS000';

/**
 * Waits for a statement, and refuses what the database did not take. The refusals are by SQLSTATE: 23503
 * for a row that names something that is not there, 23505 for one that is there.
 */
export async function orRefuse<Result>(
  statement: Promise<Result>,
  refusals: Readonly<Record<string, Refusal>> = {},
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    const state = sqlState(error) ?? '';
    const refusal = state === refusedState ? raised(error) : refusals[state];
    if (refusal === undefined) throw error;
    throw new Refused(refusal, { cause: error });
  }
}

/** A test compares what the functions raise with the table. */
function raised(error: unknown): Refusal {
  const { message, detail = '{}' } = error as { message: string; detail?: string };
  return [message, JSON.parse(detail)] as unknown as Refusal;
}
