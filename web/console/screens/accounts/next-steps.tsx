import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { KeysPage, MadeKey } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import type { Team } from '../../../../src/surfaces/console/team/team-contract.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useScope } from '../../client/scope.ts';
import { rememberTestKey } from '../../client/test-key.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { Status } from '../../kit/status.tsx';
import { InviteDialog } from '../team/invite-dialog.tsx';
import { WalletDialog } from '../wallet/wallet-dialog.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { useIsCalled } from './use-account-figures.ts';

interface Step {
  name: 'topUp' | 'key' | 'invite' | 'call';
  isDone: boolean;
  /** False for what nobody, or not this person, starts here. */
  onStart: false | (() => void);
}

/** From a new account to its first call; gone once every step is done. */
export function NextSteps({ wallet }: { wallet: Wallet }): ReactElement | null {
  const say = useAccountsWords();
  const api = useApi();
  const may = useMay();
  const queries = useQueryClient();
  const [asked, ask] = useState<'topUp' | 'invite'>();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { scope, mode } = api;
  const { team, keys, isCalled } = useProgress();
  const refresh = (...screen: string[]) =>
    queries.invalidateQueries({ queryKey: [scope, mode, ...screen] });
  // A key of the usual kind needs no questions; limits can be set for it under Keys.
  const createKey = async () => {
    setBusy(true);
    setError(undefined);
    const making = api.post<MadeKey>('keys/create', { mode });
    await making.then(({ apiKey }) => {
      setSecret(apiKey);
      rememberTestKey(apiKey);
      void refresh('keys');
    }, setError);
    setBusy(false);
  };
  if (!team || !keys || isCalled === undefined) return null;
  const isFunded = isCalled || /[1-9]/.test(wallet.available);
  const hasPeople = team.people.length + team.invitations.length > 0;
  const hasKey = isCalled || keys.length > 0;
  const steps: Step[] = [
    { name: 'topUp', isDone: isFunded, onStart: may('wallet.change') && (() => ask('topUp')) },
    { name: 'key', isDone: hasKey, onStart: may('keys.change') && (() => void createKey()) },
    { name: 'invite', isDone: hasPeople, onStart: may('team.change') && (() => ask('invite')) },
    { name: 'call', isDone: isCalled, onStart: false },
  ];
  return (
    <>
      {!steps.every(({ isDone }) => isDone) && (
        <StepsCard steps={steps} error={error} busy={isBusy ? 'key' : undefined} />
      )}
      <WalletDialog
        move={asked === 'topUp' ? 'topUp' : undefined}
        wallet={wallet}
        onDone={() => void refresh('wallet')}
        onClose={() => ask(undefined)}
      />
      {asked === 'invite' && (
        <InviteDialog
          roles={team.roles}
          isFirst={team.people.length === 0}
          onInvited={() => refresh('team')}
          onClose={() => ask(undefined)}
        />
      )}
      <SecretDialog
        title={say('newKey')}
        secret={secret}
        fileName="api-key.txt"
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function StepsCard({
  steps,
  error,
  busy,
}: {
  steps: readonly Step[];
  error: unknown;
  busy: Step['name'] | undefined;
}): ReactElement {
  const say = useAccountsWords();
  const { mode } = useScope();
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <section className="card" aria-labelledby="account-next">
      <header className="card-head">
        <h2 id="account-next">{say('nextSteps')}</h2>
      </header>
      <ProblemBar error={error} isChange />
      <ol className="first-steps">
        {steps.map(({ name, isDone, onStart }, index) => (
          <li key={name} data-next={name === next || undefined}>
            {isDone ? <Status tone="good" /> : <span className="first-number">{index + 1}</span>}
            <div>
              <strong>{say(`step_${name}`)}</strong>
              <p className="soft">
                {say(isDone ? 'stepDone' : `todo_${name}`, { mode: say(`mode_${mode}`) })}
              </p>
            </div>
            {!isDone && onStart && name !== 'call' && (
              <Button
                type={name === next ? 'primary' : 'default'}
                loading={name === busy}
                onClick={onStart}
              >
                {say(`do_${name}`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the account has so far; undefined while it loads. */
function useProgress() {
  const api = useApi();
  const key = [api.scope, api.mode];
  const team = useQuery({
    queryKey: [...key, 'team'],
    queryFn: ({ signal }) => api.get<Team>('team/people', {}, signal),
  });
  const keys = useQuery({
    queryKey: [...key, 'keys', ''],
    queryFn: ({ signal }) => api.get<KeysPage>('keys/list', {}, signal),
  });
  const usable = keys.data?.keys.filter(({ state }) => state === 'active' || state === 'ending');
  return {
    team: team.data,
    keys: usable,
    isCalled: useIsCalled(),
  };
}
