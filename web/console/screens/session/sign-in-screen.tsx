import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { useOpenPath } from '../../client/open-path.ts';
import { homeScope, type Session, sessionQuery, useSession } from '../../client/session.ts';
import { EnrolStep } from './enrol-step.tsx';
import { FactorStep } from './factor-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RegisterStep } from './register-step.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

export default function SignInScreen(): ReactElement {
  const say = useSessionWords();
  const queries = useQueryClient();
  const session = useSession();
  const [isRegistering, setRegistering] = useState(false);
  const [isShowingCodes, setShowingCodes] = useState(false);
  const open = useOpenPath();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const take = (next: Session) => queries.setQueryData(sessionQuery.queryKey, next);
  const isIn = session.stage === 'full' && !isShowingCodes && homeScope(session) !== undefined;
  useEffect(() => {
    if (isIn) open(next);
  }, [isIn, open, next]);
  switch (session.stage) {
    case 'none':
      return isRegistering ? (
        <RegisterStep onDone={take} onBack={() => setRegistering(false)} />
      ) : (
        <PasswordStep session={session} onDone={take} onRegister={() => setRegistering(true)} />
      );
    case 'password':
      return <FactorStep session={session} onDone={take} />;
    case 'enrol':
      return <EnrolStep onCodes={setShowingCodes} />;
    case 'full':
      if (isShowingCodes) return <EnrolStep onCodes={setShowingCodes} />;
      return <SignInCard title={say('signIn')}>{!isIn && <p>{say('noAccess')}</p>}</SignInCard>;
  }
}
