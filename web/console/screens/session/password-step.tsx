import { useSearch } from '@tanstack/react-router';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { signInErrors } from '../../../../src/foundation/contract/errors/sign-in-errors.ts';
import { addressOf, post } from '../../client/api.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { keepPath } from '../../client/kept-path.ts';
import type { Session } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

export function PasswordStep({
  session: { canRegister, oidcName },
  onDone,
  onRegister,
}: {
  session: Session;
  onDone(session: Session): void;
  onRegister(): void;
}): ReactElement {
  const say = useSessionWords();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const [error, setError] = useState<unknown>();
  // An identity provider returns here after a failed sign-in, with the reason.
  const { problem, next } = useSearch({ strict: false }) as { problem?: string; next?: string };
  const row = Object.entries(signInErrors).find(([name]) => name === problem)?.[1];
  const redirectProblem =
    row && new ApiProblem(row.status, { reason: problem ?? '', message: row.message[language] });
  const reason = reasonOf(next);
  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    await post<Session>('session/sign-in', { email: email.trim(), password }).then(
      onDone,
      setError,
    );
    setBusy(false);
  };
  return (
    <SignInCard
      title={say(reason ? 'signIn' : 'signInConsole')}
      text={reason && say(reason)}
      foot={
        <>
          {oidcName && (
            // The identity provider returns to the start page, which continues from there.
            <a href={addressOf('session/oidc/start')} onClick={() => keepPath('sign-in', next)}>
              {say('withOidc', { name: oidcName })}
            </a>
          )}
          {canRegister ? (
            <button type="button" className="link" onClick={onRegister}>
              {say('register')}
            </button>
          ) : (
            <span className="soft">{say('invited')}</span>
          )}
        </>
      }
    >
      <ProblemBar error={error ?? redirectProblem} isBrief />
      <form
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <label className="field">
          {say('email')}
          <Input
            size="large"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <div className="field">
          <span className="field-line">
            <label htmlFor="password">{say('password')}</label>
            <button type="button" className="link" onClick={() => setForgotten(!isForgotten)}>
              {say('forgotten')}
            </button>
          </span>
          <Input.Password
            size="large"
            id="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {isForgotten && (
            <p className="field-note" role="status">
              {say('forgottenText')}
            </p>
          )}
        </div>
        <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
          {say('continue')}
        </Button>
      </form>
    </SignInCard>
  );
}

/** Why the person is asked to sign in, if something else began it. */
function reasonOf(next: string | undefined): 'goOn' | 'goOnFrom' | 'goOnHere' | undefined {
  if (next === undefined) return undefined;
  if (next.startsWith('/enter-cell')) return 'goOnFrom';
  return next === '/enter' ? 'goOnHere' : 'goOn';
}
