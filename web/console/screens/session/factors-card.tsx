import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Factors } from '../../../../src/surfaces/console/session/session-contract.ts';
import { get, post } from '../../client/api.ts';
import { isPasskeyCalledOff, makePasskey, useCanPasskeys } from '../../client/passkey.ts';
import { sessionQuery } from '../../client/session.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { AppDialog } from './app-dialog.tsx';
import { useSessionWords } from './session-words.ts';

interface Removal {
  title: string;
  body: { credentialId: string } | { totp: true };
}

export function FactorsCard(): ReactElement {
  const say = useSessionWords();
  const queries = useQueryClient();
  const canPasskey = useCanPasskeys();
  const [removal, setRemoval] = useState<Removal>();
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const factors = useQuery({
    queryKey: ['session', 'factors'],
    queryFn: ({ signal }) => get<Factors>('session/factors', {}, signal),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const taken = async (recoveryCodes: readonly string[] | null) => {
    setSettingUp(false);
    setCodes(recoveryCodes?.join('\n'));
    toast(say('added'));
    await refresh();
  };
  const run = (work: Promise<unknown>) => {
    setProblem(undefined);
    void work.catch((error: unknown) => {
      if (!isPasskeyCalledOff(error)) setProblem(error);
    });
  };
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('factors')}</h2>
        <Button
          disabled={!canPasskey}
          onClick={() =>
            run(makePasskey(say('thisDevice')).then(({ recoveryCodes }) => taken(recoveryCodes)))
          }
        >
          {say('addPasskey')}
        </Button>
      </header>
      {!canPasskey && <p className="security-note soft">{say('enrolPasskeyNo')}</p>}
      <ProblemBar error={problem ?? factors.error} />
      {factors.isPending && <RowsSkeleton rows={3} height={48} />}
      {factors.data?.passkeys.map(({ credentialId, name, madeAt, usedAt }) => (
        <div key={credentialId} className="security-row">
          <Status tone="good" />
          <p>
            {name}
            <br />
            <span className="soft">
              {say('made')} <Time at={madeAt} /> · {say('used')}{' '}
              {usedAt ? <Time at={usedAt} /> : say('never')}
            </span>
          </p>
          <Button
            onClick={() =>
              setRemoval({ title: say('removePasskey', { name }), body: { credentialId } })
            }
          >
            {say('remove')}
          </Button>
        </div>
      ))}
      {factors.data && (
        <>
          <div className="security-row">
            <Status tone={factors.data.hasTotp ? 'good' : 'off'} />
            <p>
              {say('totp')}{' '}
              <span className="soft">· {say(factors.data.hasTotp ? 'isSet' : 'notSet')}</span>
            </p>
            {factors.data.hasTotp ? (
              <Button
                onClick={() => setRemoval({ title: say('removeTotp'), body: { totp: true } })}
              >
                {say('remove')}
              </Button>
            ) : (
              <Button onClick={() => setSettingUp(true)}>{say('addTotp')}</Button>
            )}
          </div>
          <div className="security-row">
            <Status tone={factors.data.recoveryCodesLeft > 2 ? 'good' : 'unknown'} />
            <p>
              {say('codesLeft', { count: factors.data.recoveryCodesLeft })}
              <br />
              <span className="soft">{say('newCodesText')}</span>
            </p>
            <Button
              onClick={() =>
                run(
                  post<{ recoveryCodes: string[] }>('session/recovery-codes').then(
                    ({ recoveryCodes }) => taken(recoveryCodes),
                  ),
                )
              }
            >
              {say('newCodes')}
            </Button>
          </div>
        </>
      )}
      <Confirm
        isOpen={removal !== undefined}
        title={removal?.title ?? ''}
        verb={removal?.title ?? ''}
        isDanger
        onConfirm={async () => {
          await post('session/factors/remove', removal?.body);
          toast(say('removed'));
          await refresh();
        }}
        onClose={() => setRemoval(undefined)}
      />
      {isSettingUp && (
        <AppDialog
          onSetUp={(recoveryCodes) => void taken(recoveryCodes)}
          onClose={() => setSettingUp(false)}
        />
      )}
      <SecretDialog
        title={say('recoveryCodes')}
        secret={codes}
        fileName="countersign-recovery-codes.txt"
        onClose={() => setCodes(undefined)}
      />
    </section>
  );
}
