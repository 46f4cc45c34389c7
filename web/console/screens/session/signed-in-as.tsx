import type { ReactElement } from 'react';
import type { Session } from '../../client/session.ts';
import { initialOf } from '../../shell/person-menu.tsx';
import { useSessionWords } from './session-words.ts';

/** Who is signing in, and the way out for anyone else. */
export function SignedInAs({
  person,
  onLeave,
}: {
  person: Session['person'];
  onLeave(): void;
}): ReactElement {
  const say = useSessionWords();
  return (
    <div className="sign-in-person">
      <span aria-hidden="true">{initialOf(person?.name ?? '')}</span>
      <p>
        <strong>{person?.name}</strong>
        {person?.email}
      </p>
      <button type="button" className="link" onClick={onLeave}>
        {say('notYou')}
      </button>
    </div>
  );
}
