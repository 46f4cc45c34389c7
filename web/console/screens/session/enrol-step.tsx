import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { isPasskeyCalledOff, makePasskey, useCanPasskeys } from '../../client/passkey.ts';
import { sessionQuery } from '../../client/session.ts';
import { Icon } from '../../kit/icon.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SecretOnce } from '../../kit/secret-once.tsx';
import { useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

export function EnrolStep({
  at,
  onCodes,
}: {
  at?: number;
  /** The recovery codes must stay visible although the session is complete by then. */
  onCodes(areShown: boolean): void;
}): ReactElement {
  const say = useSessionWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[]>();
  const step = (place: number) => (at ? { step: say('step', { at: place, of: 3 }) } : {});
  const enter = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    onCodes(false);
    await navigate({ to: '/', replace: true });
  };
  const take = (recoveryCodes: readonly string[] | null) => {
    if (!recoveryCodes) return void enter();
    onCodes(true);
    setCodes(recoveryCodes);
  };
  if (codes) return <CodesShown codes={codes} onStored={() => void enter()} {...step(3)} />;
  return <ChooseFactor onSetUp={take} {...step(at ?? 0)} />;
}

function ChooseFactor({
  step,
  onSetUp,
}: {
  step?: string;
  onSetUp(recoveryCodes: readonly string[] | null): void;
}): ReactElement {
  const say = useSessionWords();
  const [isApp, setApp] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const canPasskey = useCanPasskeys();
  const make = async () => {
    setBusy(true);
    setError(undefined);
    await makePasskey(say('thisDevice')).then(
      ({ recoveryCodes }) => onSetUp(recoveryCodes),
      (problem: unknown) => setError(isPasskeyCalledOff(problem) ? undefined : problem),
    );
    setBusy(false);
  };
  const steps = step ? { step } : {};
  if (isApp) {
    return (
      <SignInCard
        title={say('scanTitle')}
        {...steps}
        foot={
          <button type="button" className="link" onClick={() => setApp(false)}>
            {say('otherWay')}
          </button>
        }
      >
        <TotpSetUp onSetUp={onSetUp} />
      </SignInCard>
    );
  }
  return (
    <SignInCard title={say('enrolTitle')} text={say('enrolText')} {...steps}>
      <ProblemBar error={error} isChange />
      <section className="factor-choice">
        <h2>{say('enrolPasskey')}</h2>
        <p>{canPasskey ? say('enrolPasskeyText') : say('enrolPasskeyNo')}</p>
        <Button
          type={canPasskey ? 'primary' : 'default'}
          size="large"
          block
          disabled={!canPasskey}
          loading={isBusy}
          icon={<Icon name="finger" size={18} />}
          onClick={() => void make()}
        >
          {say('makePasskey')}
        </Button>
      </section>
      <section className="factor-choice">
        <h2>{say('enrolTotp')}</h2>
        <p>{say('enrolTotpText')}</p>
        <Button
          type={canPasskey ? 'default' : 'primary'}
          size="large"
          block
          onClick={() => setApp(true)}
        >
          {say('useApp')}
        </Button>
      </section>
    </SignInCard>
  );
}

function CodesShown({
  codes,
  step,
  onStored,
}: {
  codes: readonly string[];
  step?: string;
  onStored(): void;
}): ReactElement {
  const say = useSessionWords();
  const [areStored, setStored] = useState(false);
  return (
    <SignInCard
      title={say('recoveryCodes')}
      text={say('recoveryCodesText')}
      {...(step ? { step } : {})}
    >
      <SecretOnce secret={codes.join('\n')} fileName="countersign-recovery-codes.txt" />
      <Checkbox checked={areStored} onChange={(event) => setStored(event.target.checked)}>
        {say('recoveryStored')}
      </Checkbox>
      <Button type="primary" size="large" block disabled={!areStored} onClick={onStored}>
        {say('enter')}
      </Button>
    </SignInCard>
  );
}
