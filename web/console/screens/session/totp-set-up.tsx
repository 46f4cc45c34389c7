import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { post } from '../../client/api.ts';
import { CodeField } from '../../kit/code-field.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Qr } from '../../kit/qr.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { isFactorMissing } from '../../kit/use-factor-here.tsx';
import { useSessionWords } from './session-words.ts';

export function TotpSetUp({
  onSetUp,
  isAsking = false,
  onCalledOff,
}: {
  onSetUp(recoveryCodes: readonly string[] | null): void;
  /** The second factor that this needs is asked for beside it. */
  isAsking?: boolean;
  /** The person went back from the second factor that this asks for. */
  onCalledOff?(): void;
}): ReactElement | null {
  const say = useSessionWords();
  const problemId = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const begun = useQuery({
    queryKey: ['session', 'enrol', 'totp'],
    queryFn: () => post<{ secret: string; uri: string }>('session/enrol/totp'),
    // Every request makes a new secret, so the query is never repeated or cached.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isCalledOff = isFactorMissing(begun.error);
  useEffect(() => {
    if (isCalledOff) onCalledOff?.();
  }, [isCalledOff, onCalledOff]);
  const confirm = async (whole: string) => {
    setError(undefined);
    await post<{ recoveryCodes: string[] | null }>('session/enrol/totp/confirm', {
      code: whole,
    }).then(
      ({ recoveryCodes }) => onSetUp(recoveryCodes),
      (problem: unknown) => {
        setCode('');
        setError(problem);
      },
    );
  };
  if (begun.error) {
    return <ProblemBar error={begun.error} onRetry={() => void begun.refetch()} />;
  }
  if (!begun.data) return isAsking ? null : <CardSkeleton height={260} />;
  return (
    <div className="sign-in-form">
      <Qr text={begun.data.uri} label={say('qrLabel')} />
      <div>
        <p className="soft">{say('scanText')}</p>
        <p className="secret-key">
          {begun.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          <CopyButton text={begun.data.secret} isBare />
        </p>
      </div>
      {error !== undefined && (
        <div id={problemId}>
          <ProblemBar error={error} isBrief />
        </div>
      )}
      <div className="field">
        <span>{say('scanCode')}</span>
        <CodeField
          value={code}
          onChange={setCode}
          onWhole={(whole) => void confirm(whole)}
          problemId={error === undefined ? undefined : problemId}
        />
      </div>
    </div>
  );
}
