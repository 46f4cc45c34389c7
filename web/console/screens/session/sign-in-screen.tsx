import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { parseSearch } from '../../client/search-state.ts';
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
  const enter = useEnter();
  const take = (next: Session) => queries.setQueryData(sessionQuery.queryKey, next);
  const isIn = session.stage === 'full' && !isShowingCodes && homeScope(session) !== undefined;
  useEffect(() => {
    if (isIn) enter();
  }, [isIn, enter]);
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

/** Continues to `next`, if that is a path of the console. */
function useEnter(): () => void {
  const navigate = useNavigate();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [enter] = useState(() => () => {
    const wanted = URL.parse(next ?? '/', location.origin);
    const isOurs = wanted?.origin === location.origin;
    const to = isOurs ? wanted.pathname : '/';
    const search = isOurs ? parseSearch(wanted.search) : {};
    void navigate({ to, search, replace: true } as never);
  });
  return enter;
}
