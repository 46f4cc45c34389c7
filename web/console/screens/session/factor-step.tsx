import type { ReactElement } from 'react';
import { post } from '../../client/api.ts';
import { useCanPasskeys } from '../../client/passkey.ts';
import type { Session } from '../../client/session.ts';
import { FactorForm, preferredMethod } from '../../kit/factor-form.tsx';
import { initialOf } from '../../shell/person-menu.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

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
      <div className="sign-in-person">
        <span aria-hidden="true">{initialOf(person?.name ?? '')}</span>
        <p>
          <strong>{person?.name}</strong>
          {person?.email}
        </p>
        <button type="button" className="link" onClick={() => void leave()}>
          {say('notYou')}
        </button>
      </div>
      <FactorForm factors={factors} onProved={onDone} />
    </SignInCard>
  );
}
