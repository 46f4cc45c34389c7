import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ApiProblem } from '../../client/api-problem.ts';
import { useSession } from '../../client/session.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

/** The other cell's sign-in did not lead in: why, and what is left. */
export function EntryProblem({ error }: { error: unknown }): ReactElement {
  const say = useSessionWords();
  const navigate = useNavigate();
  const isIn = useSession().stage === 'full';
  // The usual refusal is what the text explains.
  const isUsual = error instanceof ApiProblem && error.reason === 'cell_entry_failed';
  return (
    <SignInCard title={say('entryOver')} text={say('entryOverText')}>
      {!isUsual && <ProblemBar error={error} />}
      <Button size="large" block onClick={() => void navigate({ to: isIn ? '/' : '/sign-in' })}>
        {say(isIn ? 'enter' : 'toSignIn')}
      </Button>
    </SignInCard>
  );
}
