import './keys.css';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  KeyRow,
  KeysPage,
  RotatedKey,
} from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { post } from '../../client/api.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useScope } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { rememberTestKey } from '../../client/test-key.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { AddInAccount } from '../../kit/add-in-account.tsx';
import { CallSample } from '../../kit/call-sample.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useKeysWords } from './keys-words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useKeyLine } from './use-key-line.ts';
import { useScopesText } from './use-scope-name.ts';

/** `key` opens a key from a search, `create` the form of a new one. */
const fields = { before: text(), key: text(), create: text() };
const tones: Readonly<Record<KeyRow['state'], StatusTone>> = {
  active: 'good',
  ending: 'pending',
  expired: 'off',
  revoked: 'refused',
};
const overlaps = ['0', '60', '1440', '10080'] as const;
const shortKey = ({ mode, lastFour }: KeyRow) => `cs_${mode}_…${lastFour}`;

export default function KeysScreen(): ReactElement {
  const say = useKeysWords();
  const api = useApi();
  const queries = useQueryClient();
  const [state, set] = useSearchState(fields);
  const [asked, ask] = useState<{ what: 'create' | 'rotate' | 'revoke'; key?: KeyRow }>();
  const [secret, setSecret] = useState<string>();
  const here = cursorPages(state.before, null, () => {}).here;
  const keys = useQuery({
    queryKey: [api.scope, api.mode, 'keys', here],
    queryFn: ({ signal }) => api.get<KeysPage>('keys/list', { before: here }, signal),
    placeholderData: keepPreviousData,
  });
  useChanges('keys', 'keys/changes', { filter: { before: here } });
  const [ownChanges, setOwnChanges] = useState(0);
  const news = useHeldRows(
    keys.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, here, ownChanges]),
    keys.data?.keys ?? [],
    ({ keyId }) => String(keyId),
  );
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'keys'] });
    // Whoever creates a key sees it at once.
    setOwnChanges((before) => before + 1);
  };
  const mayChange = useMay()('keys.change');
  const canCreate = mayChange && api.accountId !== undefined;
  const made = (apiKey: string) => {
    setSecret(apiKey);
    rememberTestKey(apiKey);
    void refresh();
  };
  const next = keys.data?.next;
  const pages = cursorPages(state.before, next ? String(next) : null, (before) => set({ before }));
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say('aside')}
        actions={
          mayChange && !canCreate ? (
            <AddInAccount verb={say('create')} screen="keys" />
          ) : (
            canCreate && (
              <Button
                type="primary"
                icon={<Icon name="plus" size={14} />}
                onClick={() => ask({ what: 'create' })}
              >
                {say('create')}
              </Button>
            )
          )
        }
      />
      <div className="stack">
        <section className="card">
          <ProblemBar error={keys.error} onRetry={() => void keys.refetch()} />
          <NewRows news={news} text={(values) => say('showNew', values)} />
          {!keys.data && !keys.error && <RowsSkeleton rows={6} height={48} />}
          {keys.data && (
            <KeysTable
              keys={news.rows}
              pages={pages}
              onAsk={mayChange ? (what, key) => ask({ what, key }) : undefined}
              onAdd={canCreate ? () => ask({ what: 'create' }) : undefined}
            />
          )}
        </section>
        {api.accountId !== undefined && (keys.data?.keys.length ?? 0) > 0 && (
          <CallSample operation="sms_code" values={{ code: '246810' }} />
        )}
      </div>
      <NewKeyDialog
        isOpen={asked?.what === 'create' || (canCreate && state.create !== '')}
        onMade={({ apiKey }) => made(apiKey)}
        onClose={() => {
          ask(undefined);
          if (state.create) set({ create: '' });
        }}
      />
      <RotateDialog
        keyRow={asked?.what === 'rotate' ? asked.key : undefined}
        onMade={({ apiKey }) => made(apiKey)}
        onClose={() => ask(undefined)}
      />
      <RevokeDialog
        keyId={asked?.what === 'revoke' ? asked.key?.keyId : Number(state.key) || undefined}
        onDone={() => void refresh()}
        onClose={() => {
          ask(undefined);
          if (state.key) set({ key: '' });
        }}
      />
      <SecretDialog
        title={say('shown')}
        secret={secret}
        fileName="api-key.txt"
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function KeysTable({
  keys,
  pages,
  onAsk,
  onAdd,
}: {
  keys: readonly KeyRow[];
  pages: ReturnType<typeof cursorPages>;
  onAsk: ((what: 'rotate' | 'revoke', key: KeyRow) => void) | undefined;
  onAdd: (() => void) | undefined;
}): ReactElement {
  const say = useKeysWords();
  const scopesText = useScopesText();
  const keyLine = useKeyLine();
  const language = useLanguage();
  const { scope, mode } = useScope();
  const name = (key: KeyRow) => (
    <span className="key-name">
      <span>{key.name || <span className="soft">{say('unnamed')}</span>}</span>
      <code>{shortKey(key)}</code>
    </span>
  );
  const lastUsed = (key: KeyRow) =>
    key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span className="soft">{say('never')}</span>;
  const deedsOf = ({ state }: KeyRow) =>
    state === 'active'
      ? (['rotate', 'revoke'] as const)
      : state === 'ending'
        ? (['revoke'] as const)
        : [];
  const actions = (key: KeyRow) =>
    onAsk && (
      <span className="row-actions">
        {deedsOf(key).map((what) => (
          <Button key={what} size="small" onClick={() => onAsk(what, key)}>
            {say(what)}
          </Button>
        ))}
      </span>
    );
  const menu = (key: KeyRow) =>
    onAsk &&
    deedsOf(key).length > 0 && (
      <RowActions
        row={shortKey(key)}
        more={deedsOf(key).map((what) => ({
          name: what,
          label: say(what),
          onAct: () => onAsk(what, key),
        }))}
      />
    );
  const columns: Column<KeyRow>[] = [
    { name: 'key', title: say('key'), cell: name },
    ...(scope === 'platform'
      ? [{ name: 'account', title: say('account'), cell: (key: KeyRow) => key.accountName }]
      : []),
    { name: 'state', title: say('state'), cell: stateOf },
    {
      name: 'scopes',
      title: say('scopes'),
      cell: ({ scopes }) => scopesText(scopes),
    },
    {
      name: 'addresses',
      title: say('addresses'),
      cell: ({ addresses }) =>
        addresses ? (
          <code>{addresses.join(', ')}</code>
        ) : (
          <span className="soft">{say('anywhere')}</span>
        ),
    },
    {
      name: 'cap',
      title: say('cap'),
      isNumber: true,
      cell: ({ spendCapDay }) =>
        spendCapDay ? <Money amount={spendCapDay} /> : <span className="soft">{say('noCap')}</span>,
    },
    { name: 'used', title: say('lastUsed'), cell: lastUsed },
    {
      name: 'ends',
      title: say('ends'),
      cell: ({ expiresAt, revokedAt }) =>
        revokedAt ? (
          say('revokedAt', { time: timeText(revokedAt, 'short', language) })
        ) : expiresAt ? (
          <Time at={expiresAt} />
        ) : (
          <span className="soft">{say('noEnd')}</span>
        ),
    },
    {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: actions,
    },
  ];
  function stateOf(key: KeyRow): ReactElement {
    return <Status tone={tones[key.state]} word={say(key.state)} />;
  }
  return (
    <DataTable
      label={say('table')}
      rows={keys}
      rowKey={({ keyId }) => String(keyId)}
      columns={columns}
      paging={pages}
      empty={<EmptyList sentence={say(`empty_${mode}`)} verb={say('createFirst')} onAdd={onAdd} />}
      phone={(key) => ({
        status: <Status tone={tones[key.state]} />,
        title: name(key),
        rest: keyLine(key),
        time: (
          <>
            {key.lastUsedAt && `${say('lastUsed')} `}
            {lastUsed(key)}
          </>
        ),
        menu: menu(key),
      })}
    />
  );
}

function RotateDialog({
  keyRow,
  onMade,
  onClose,
}: {
  keyRow: KeyRow | undefined;
  onMade(made: RotatedKey): void;
  onClose(): void;
}): ReactElement {
  const say = useKeysWords();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('1440');
  const key = keyRow ? `…${keyRow.lastFour}` : '';
  return (
    <Confirm
      isOpen={keyRow !== undefined}
      title={say('rotateTitle', { key })}
      verb={say('rotateVerb', { key })}
      onConfirm={async () => {
        if (!keyRow) return;
        const { accountId, mode, keyId } = keyRow;
        const body = { keyId, overlapMinutes: Number(overlap) };
        // In its own account: the list may be that of all accounts.
        onMade(await post<RotatedKey>(`${accountId}/keys/rotate`, body, { mode }));
      }}
      onClose={onClose}
    >
      <p>{say('rotateText')}</p>
      <fieldset className="key-scopes">
        <legend>{say('overlap')}</legend>
        <Radio.Group
          value={overlap}
          onChange={(event) => setOverlap(event.target.value)}
          options={overlaps.map((value) => ({ value, label: say(`overlap_${value}`) }))}
        />
      </fieldset>
    </Confirm>
  );
}
