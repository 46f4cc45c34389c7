import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { KeyRow, KeysPage } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { useKeysWords } from '../keys/keys-words.ts';
import { useOverviewWords } from './overview-words.ts';

const shownKeys = 4;
const soonMs = 14 * 86_400_000;

/** The keys in use, the latest first, and those that end soon. */
export function KeysCard({
  isOffering = false,
}: {
  /** Offers to create the first key; elsewhere the screen has a button for it. */
  isOffering?: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const sayKeys = useKeysWords();
  const api = useApi();
  const go = useGo();
  const mayCreate = useMay()('keys.change');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'keys', ''],
    queryFn: ({ signal }) => api.get<KeysPage>('keys/list', {}, signal),
    refetchInterval: 30_000,
  });
  const usable = (data?.keys ?? [])
    .filter(({ state }) => state === 'active' || state === 'ending')
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''));
  return (
    <section className="card keys-card">
      <header className="card-head">
        <h2>{say('keys')}</h2>
        <button type="button" className="link" onClick={() => go('keys')}>
          {say('allKeys')}
        </button>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={shownKeys} height={48} />}
      {data && usable.length === 0 && (
        <div className="overview-none soft">
          <EmptyList
            sentence={say('noKeys')}
            verb={sayKeys('createFirst')}
            onAdd={
              isOffering && mayCreate ? () => go('keys', { query: { create: 'yes' } }) : undefined
            }
          />
        </div>
      )}
      <ul className="overview-keys">
        {usable.slice(0, shownKeys).map((key) => (
          <KeyItem key={key.keyId} apiKey={key} />
        ))}
      </ul>
    </section>
  );
}

function KeyItem({ apiKey }: { apiKey: KeyRow }): ReactElement {
  const say = useOverviewWords();
  const sayKeys = useKeysWords();
  const { name, mode, lastFour, lastUsedAt, spendCapDay, expiresAt } = apiKey;
  const endsSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < soonMs;
  return (
    <li>
      <span>{name || <span className="soft">{sayKeys('unnamed')}</span>}</span>
      <span className="soft">
        {lastUsedAt ? (
          <>
            {sayKeys('lastUsed')} <Time at={lastUsedAt} />
          </>
        ) : (
          sayKeys('never')
        )}
      </span>
      <code>
        cs_{mode}_…{lastFour}
      </code>
      <span className="soft">
        {endsSoon ? (
          <b className="overview-ends">
            {sayKeys('ends')} <Time at={expiresAt} />
          </b>
        ) : (
          spendCapDay && (
            <>
              {say('keyCap')} <Money amount={spendCapDay} />
            </>
          )
        )}
      </span>
    </li>
  );
}
