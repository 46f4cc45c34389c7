import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Proof } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { get } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { Status } from '../../kit/status.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useOverviewWords } from './overview-words.ts';

const everyMs = 5 * 60_000;

/** Asks for a ledger audit every few minutes while an operator is signed in. */
export function useProof(): Proof | undefined {
  const isOperator = !!useSession().operatorRole;
  const { data } = useQuery({
    queryKey: ['platform', 'overview', 'proof'],
    queryFn: ({ signal }) => get<Proof>('platform/overview/proof', {}, signal),
    enabled: isOperator,
    refetchInterval: everyMs,
    staleTime: everyMs,
  });
  return data;
}

export function BooksProof(): ReactElement | null {
  const say = useOverviewWords();
  const language = useLanguage();
  const proof = useProof();
  if (!proof) return null;
  const isGood = proof.state !== 'bad';
  const differ = isGood && proof.differences > 0;
  const time = proof.at ? timeText(proof.at, 'clock', language).slice(0, 5) : '';
  return (
    <>
      {differ ? (
        <Status tone="unknown" word={say('booksDiffer', { count: proof.differences })} />
      ) : (
        <Status tone={isGood ? 'good' : 'bad'} word={say(isGood ? 'booksAgree' : 'booksWrong')} />
      )}
      <p className="soft" title={say('booksWallets', { count: proof.wallets })}>
        {say(differ ? 'booksBalanced' : 'booksChecked', { time })}
      </p>
    </>
  );
}
