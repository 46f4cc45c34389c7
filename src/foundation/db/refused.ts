import { sqlState } from './faults.ts';

/** What an operator asked for is not done, and nothing was changed. The message is one sentence. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The state with which functions in the database refuse; their message is the sentence. */
const refusedState = 'CS000';

/**
 * Waits for a statement, and says in words why the database did not take it. The sentences are by
 * SQLSTATE: 23503 for a row that names something that is not there, 23505 for one that is there.
 */
export async function orRefuse<Result>(
  statement: Promise<Result>,
  sentences: Readonly<Record<string, string>> = {},
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    const state = sqlState(error) ?? '';
    const sentence = state === refusedState ? (error as Error).message : sentences[state];
    if (sentence === undefined) throw error;
    throw new Refused(sentence, { cause: error });
  }
}
