import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactElement, useCallback, useState } from 'react';
import type { CellWaiting } from '../../../../src/surfaces/console/session/session-contract.ts';
import { post } from '../../client/api.ts';
import { sessionQuery, useSession } from '../../client/session.ts';
import { FactorDialog } from '../../kit/factor-dialog.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';
import { SignedInAs } from './signed-in-as.tsx';

/** Joins the sign-ins of two cells; only someone who is signed in both ways can do it. */
export function ConnectStep({
  from: { cell, name },
  onDone,
}: {
  from: NonNullable<CellWaiting['from']>;
  onDone(): Promise<void>;
}): ReactElement {
  const say = useSessionWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { stage, person } = useSession();
  const isIn = stage === 'full';
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    [queries],
  );
  const onSignedOut = useCallback(() => void refresh(), [refresh]);
  const signIn = () => navigate({ to: '/sign-in', search: { next: '/enter' } as never });
  const connect = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await post('session/cell/connect');
      toast(say('connected'));
      await onDone();
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  const change = async () => {
    await post('session/sign-out');
    await refresh();
    await signIn();
  };
  return (
    <SignInCard
      title={say('connectTitle', { cell })}
      text={say(isIn ? 'connectTextIn' : 'connectText', { cell, name })}
    >
      <ProblemBar error={error} isChange />
      {isIn ? (
        <>
          <SignedInAs person={person} onLeave={() => void change().catch(setError)} />
          <Button type="primary" size="large" block loading={isBusy} onClick={() => void connect()}>
            {say('connectVerb', { cell, name })}
          </Button>
          <FactorDialog onSignedOut={onSignedOut} />
        </>
      ) : (
        <Button type="primary" size="large" block onClick={() => void signIn()}>
          {say('signInHere')}
        </Button>
      )}
    </SignInCard>
  );
}
