import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import type { CellSign } from '../../../../src/surfaces/console/session/session-contract.ts';
import { post } from '../../client/api.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Signs for the person of this cell, and sends the browser back to the cell that asked. */
export default function EnterCellScreen(): ReactElement {
  const say = useSessionWords();
  const { to = '', nonce = '' } = useSearch({ strict: false }) as { to?: string; nonce?: string };
  const signed = useQuery({
    queryKey: ['session', 'cell', 'sign', to, nonce],
    queryFn: () => post<CellSign>('session/cell/sign', { to: Number(to), nonce }),
    ...{ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
    // The URL contains a token.
    gcTime: 0,
  });
  const url = signed.data?.url;
  useEffect(() => {
    // This page is no place to come back to.
    if (url !== undefined) location.replace(url);
  }, [url]);
  return (
    <SignInCard title={say('enterCell', { cell: to })}>
      <ProblemBar error={signed.error} onRetry={() => void signed.refetch()} />
      {signed.error ? (
        <Link to="/">{say('stayHere')}</Link>
      ) : (
        <p className="soft" role="status">
          {say('oneMoment')}
        </p>
      )}
    </SignInCard>
  );
}
