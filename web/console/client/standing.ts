import { ApiProblem, noAnswer } from './api-problem.ts';

/** What is known of a cell from its last answer, or from its silence. */
export type Standing =
  | 'loading'
  | 'up'
  | 'down'
  | 'unconnected'
  | 'differs'
  | 'refused'
  | 'isolated';

const standings: Readonly<Record<string, Standing>> = {
  cell_unreachable: 'down',
  [noAnswer]: 'down',
  cell_not_connected: 'unconnected',
  cell_differs: 'differs',
};

/** The last answer counts: data from before an error is old. */
export function standingOf({ data, error }: { data?: unknown; error: unknown }): Standing {
  if (!error) return data === undefined ? 'loading' : 'up';
  if (!(error instanceof ApiProblem)) return 'down';
  // Without its database, or overloaded: the cell has said nothing of the person's rights.
  const isFault = error.status >= 500 || error.status === 429;
  return standings[error.reason] ?? (isFault ? 'down' : 'refused');
}
