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
  if (error) return (error instanceof ApiProblem && standings[error.reason]) || 'refused';
  return data === undefined ? 'loading' : 'up';
}
