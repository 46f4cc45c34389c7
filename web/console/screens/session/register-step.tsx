import type { ReactElement } from 'react';
import { post } from '../../client/api.ts';
import type { Session } from '../../client/session.ts';
import { PersonForm } from './person-form.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

export function RegisterStep({
  onDone,
  onBack,
}: {
  onDone(session: Session): void;
  onBack(): void;
}): ReactElement {
  const say = useSessionWords();
  return (
    <SignInCard
      title={say('registerTitle')}
      text={say('registerText')}
      foot={
        <button type="button" className="link" onClick={onBack}>
          {say('haveAccount')}
        </button>
      }
    >
      <PersonForm
        withAccount
        onSend={async (person) => onDone(await post<Session>('session/register', person))}
      />
    </SignInCard>
  );
}
