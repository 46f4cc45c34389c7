import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { KeyUse } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { post } from '../../client/api.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useKeysWords } from './keys-words.ts';

/** How much a key was used and from where, which says whether it leaked; and its revocation. */
export function RevokeDialog({
  keyId,
  onDone,
  onClose,
}: {
  keyId: number | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useKeysWords();
  const api = useApi();
  const go = useGo();
  const mayChange = useMay()('keys.change');
  const use = useQuery({
    queryKey: [api.scope, api.mode, 'keys', 'use', keyId],
    queryFn: ({ signal }) => api.get<KeyUse>('keys/use', { keyId }, signal),
    enabled: keyId !== undefined,
  });
  const row = use.data?.key;
  const key = row ? `…${row.lastFour}` : '';
  const isRevoked = row?.state === 'revoked';
  return (
    <Confirm
      isOpen={keyId !== undefined}
      title={say(isRevoked ? 'revokedTitle' : 'revokeTitle', { key })}
      verb={say('revokeVerb', { key })}
      isDanger
      canConfirm={row !== undefined && !isRevoked && mayChange}
      rows={use.data ? rowsOf(use.data, say) : []}
      onConfirm={async () => {
        if (!row) return;
        // In its own account: the list may be that of all accounts.
        await post(`${row.accountId}/keys/revoke`, { keyId }, { mode: row.mode });
        toast(say('revokedToast', { key }));
        onDone();
      }}
      onClose={onClose}
    >
      <ProblemBar error={use.error} onRetry={() => void use.refetch()} />
      {!use.data && !use.error && <CardSkeleton height={180} />}
      {use.data && <From use={use.data} />}
      {row && (
        <button
          type="button"
          className="link"
          onClick={() =>
            go('calls', {
              scope: String(row.accountId),
              query: { mode: row.mode, key: row.keyId, time: '30d' },
            })
          }
        >
          {say('callsWith')}
        </button>
      )}
      {row && <p>{isRevoked ? say('revokedText') : say('revokeText')}</p>}
    </Confirm>
  );
}

function rowsOf({ key, day, month }: KeyUse, say: ReturnType<typeof useKeysWords>) {
  const used = ({ calls, charged }: KeyUse['day']) => (
    <>
      {say('useCalls', { count: calls, calls: numberText(calls) })} · <Money amount={charged} />
    </>
  );
  return [
    { label: say('account'), value: key.accountName },
    { label: say('name'), value: key.name || say('unnamed') },
    {
      label: say('lastUsed'),
      value: key.lastUsedAt ? <Time at={key.lastUsedAt} /> : say('never'),
    },
    { label: say('lastDay'), value: used(day) },
    { label: say('lastMonth'), value: used(month) },
  ];
}

function From({ use: { addresses } }: { use: KeyUse }): ReactElement {
  const say = useKeysWords();
  if (addresses.length === 0) return <p className="soft">{say('fromNowhere')}</p>;
  return (
    <table className="table key-uses">
      <caption>{say('from')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('address')}</th>
          <th scope="col" className="number">
            {say('requests')}
          </th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ address, requests, firstAt, lastAt }) => (
          <tr key={address ?? ''}>
            <td>
              {address ? <code>{address}</code> : say('otherAddresses')}
              <span className="soft">
                <Time at={firstAt} form="short" /> – <Time at={lastAt} form="short" />
              </span>
            </td>
            <td className="number">{numberText(requests)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
