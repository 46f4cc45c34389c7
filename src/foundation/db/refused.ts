import { type Refusal, Refused } from '../contract/refusals/refused.ts';
import { sqlState } from './faults.ts';

/** The SQLSTATE that our database functions raise to refuse: the message is the code, the detail its values. */
const refusedState = 'CS000';

/**
 * Awaits a statement and turns its database errors into refusals. The refusals are keyed by SQLSTATE: 23503 for
 * a reference to a missing row, 23505 for a row that already exists.
 */
export async function withRefusals<Result>(
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

/** The cast is safe: a test compares what the functions raise with the table. */
function raised(error: unknown): Refusal {
  const { message, detail = '{}' } = error as { message: string; detail?: string };
  return [message, JSON.parse(detail)] as unknown as Refusal;
}
