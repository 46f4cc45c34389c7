import type { ReactElement } from 'react';
import { post } from '../../client/api.ts';
import { useCanPasskeys } from '../../client/passkey.ts';
import type { Session } from '../../client/session.ts';
import { FactorForm, preferredMethod } from '../../kit/factor-form.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';
import { SignedInAs } from './signed-in-as.tsx';

export function FactorStep({
  session: { person, factors = [], ...rest },
  onDone,
}: {
  session: Session;
  onDone(session: Session): void;
}): ReactElement {
  const say = useSessionWords();
  const words = {
    passkey: ['passkeyTitle', 'passkeyText'],
    totp: ['codeTitle', 'codeText'],
    recovery: ['recoveryTitle', 'recoveryText'],
  } as const;
  const [title, text] = words[preferredMethod(factors, useCanPasskeys())];
  const leave = async () => {
    await post('session/sign-out');
    onDone({ ...rest, stage: 'none' });
  };
  return (
    <SignInCard title={say(title)} text={say(text)}>
      <SignedInAs person={person} onLeave={() => void leave()} />
      <FactorForm factors={factors} onProved={onDone} />
    </SignInCard>
  );
}
