import './factor-form.css';
import { Button, Input } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { post } from '../client/api.ts';
import { isPasskeyCalledOff, provePasskey, useCanPasskeys } from '../client/passkey.ts';
import type { Factor, Session } from '../client/session.ts';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { ProblemBar } from './problem-bar.tsx';

type FactorMethod = 'passkey' | 'totp' | 'recovery';

export function preferredMethod(factors: readonly Factor[], canPasskey: boolean): FactorMethod {
  if (factors.includes('passkey') && canPasskey) return 'passkey';
  return factors.includes('totp') ? 'totp' : 'recovery';
}

/** Offers a passkey first, then a code, then a recovery code. */
export function FactorForm({
  factors,
  onProved,
  note,
}: {
  factors: readonly Factor[];
  onProved(session: Session): void;
  note?: string;
}): ReactElement {
  const say = useKitWords();
  const canPasskey = useCanPasskeys();
  const [way, setWay] = useState<FactorMethod>(() => preferredMethod(factors, canPasskey));
  const problemId = useId();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isCalledOff, setCalledOff] = useState(false);
  const prove = async (proof: Promise<Session>) => {
    setBusy(true);
    setError(undefined);
    setCalledOff(false);
    await proof.then(onProved, (problem: unknown) => {
      setCode('');
      if (isPasskeyCalledOff(problem)) setCalledOff(true);
      else setError(problem);
    });
    setBusy(false);
  };
  const proveCode = (kind: 'totp' | 'recovery', text: string) =>
    void prove(post<Session>(`session/factor/${kind}`, { code: text.trim() }));
  const change = (next: FactorMethod) => {
    setWay(next);
    setCode('');
    setError(undefined);
    setCalledOff(false);
  };
  const others = (['passkey', 'totp', 'recovery'] as const).filter(
    (one) => one !== way && factors.includes(one) && (one !== 'passkey' || canPasskey),
  );
  const names = {
    passkey: 'factorUsePasskey',
    totp: 'factorUseCode',
    recovery: 'factorUseRecovery',
  } as const;
  return (
    <div className="factor-form">
      {error !== undefined && (
        <div id={problemId}>
          <ProblemBar error={error} isBrief />
        </div>
      )}
      {isCalledOff && (
        <p role="alert" className="field-problem">
          {say('factorNoPasskey')}
        </p>
      )}
      {way === 'passkey' && (
        <Button
          type="primary"
          size="large"
          block
          loading={isBusy}
          icon={<Icon name="finger" size={18} />}
          onClick={() => void prove(provePasskey())}
        >
          {say('factorPasskey')}
        </Button>
      )}
      {way === 'totp' && (
        <CodeField
          value={code}
          onChange={setCode}
          onWhole={(whole) => proveCode('totp', whole)}
          problemId={error !== undefined && code === '' ? problemId : undefined}
        />
      )}
      {way === 'recovery' && (
        <form
          className="factor-recovery"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim()) proveCode('recovery', code);
          }}
        >
          <Field label={say('factorRecovery')}>
            <Input
              size="large"
              className="mono"
              value={code}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : problemId}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
            {say('factorConfirm')}
          </Button>
        </form>
      )}
      <p className="factor-others">
        {others.map((one) => (
          <button key={one} type="button" className="link" onClick={() => change(one)}>
            {say(names[one])}
          </button>
        ))}
        {note && <span className="soft">{note}</span>}
      </p>
    </div>
  );
}
