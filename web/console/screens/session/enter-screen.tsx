import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import type {
  CellEntry,
  CellWaiting,
} from '../../../../src/surfaces/console/session/session-contract.ts';
import { get, post } from '../../client/api.ts';
import { takeEntryToken } from '../../client/entry-token.ts';
import { takePath } from '../../client/kept-path.ts';
import { useOpenPath } from '../../client/open-path.ts';
import { sessionQuery } from '../../client/session.ts';
import { ConnectStep } from './connect-step.tsx';
import { EntryProblem } from './entry-problem.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Lets the operator of another cell in, or offers to connect the two sign-ins. */
export default function EnterScreen(): ReactElement {
  const say = useSessionWords();
  const arrive = useArrive();
  const entry = useQuery({
    queryKey: ['session', 'cell', 'entry'],
    queryFn: askEntry,
    // A token works once: asking again would replace the answer by a refusal.
    ...{
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  });
  const { data, error } = entry;
  const isIn = data?.state === 'in';
  useEffect(() => {
    if (isIn) void arrive();
  }, [isIn, arrive]);
  if (error || data?.state === 'over') return <EntryProblem error={error} />;
  if (data?.state === 'connect') return <ConnectStep from={data.from} onDone={arrive} />;
  return (
    <SignInCard title={say('entering')}>
      <p className="soft" role="status">
        {say('oneMoment')}
      </p>
    </SignInCard>
  );
}

/** What the token leads to; without one, what an earlier one left to decide. */
async function askEntry(): Promise<CellEntry | { state: 'over' }> {
  const token = takeEntryToken();
  if (token !== undefined) return post<CellEntry>('session/cell/enter', { token });
  const { from } = await get<CellWaiting>('session/cell/waiting');
  return from ? { state: 'connect', from } : { state: 'over' };
}

/** Opens the console with the session that the server has just begun. */
function useArrive(): () => Promise<void> {
  const queries = useQueryClient();
  const open = useOpenPath();
  const [arrive] = useState(() => async () => {
    // Another person may have been signed in before.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
    open(takePath('enter'));
  });
  return arrive;
}
