import './audit.css';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { changedFields, keyText } from '../../../../src/foundation/audit/changed-fields.ts';
import type {
  AuditEntry,
  AuditPage,
  AuditProof,
} from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { type Filter, FilterChips } from '../../kit/filter-chips.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { AuditProofBar } from './audit-proof.tsx';
import { useAuditWords } from './audit-words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { useValueText } from './use-value-text.ts';

const fields = { account: text(), action: text(), by: text(), before: text(), entry: text() };

export default function AuditScreen(): ReactElement {
  const say = useAuditWords();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { entry: opened, before, ...filter } = state;
  const query = { ...filter, before: cursorPages(before, null, () => {}).here };
  const page = useQuery({
    queryKey: [api.scope, 'audit', query],
    queryFn: ({ signal }) => api.get<AuditPage>('audit/entries', query, signal),
    placeholderData: keepPreviousData,
  });
  const proof = useMutation({ mutationFn: () => api.post<AuditProof>('audit/verify') });
  const isPlatform = api.scope === 'platform';
  const entries = page.data?.entries ?? [];
  const next = page.data?.next;
  const columns = useColumns(isPlatform);
  const filters = useFilters(state, set, isPlatform);
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say(isPlatform ? 'aside' : 'asideAccount')}
        actions={
          isPlatform && (
            <Button type="primary" loading={proof.isPending} onClick={() => proof.mutate()}>
              {say(proof.isPending ? 'verifying' : 'verify')}
            </Button>
          )
        }
      />
      <ProblemBar error={proof.error ?? page.error} onRetry={() => void page.refetch()} />
      {proof.data && <AuditProofBar proof={proof.data} />}
      <section className="card">
        <FilterChips
          filters={filters}
          onClear={() => set({ account: '', action: '', by: '', before: '' })}
        />
        {page.isPending && <RowsSkeleton height={36} />}
        {page.data && (
          <DataTable
            label={say('table')}
            columns={columns}
            rows={entries}
            rowKey={({ entryId }) => String(entryId)}
            phone={(entry) => ({
              status: <Status tone="off" />,
              title: entry.action,
              rest: `${entry.actor.name || say(`kind_${entry.actor.kind}`)} · ${keyText(entry.key)}`,
              time: <Time at={entry.madeAt} />,
            })}
            onOpen={({ entryId }) => set({ entry: String(entryId) })}
            empty={say('empty')}
            paging={cursorPages(before, next ? String(next) : null, (cursors) =>
              set({ before: cursors }),
            )}
          />
        )}
      </section>
      <EntryDialog
        entry={entries.find(({ entryId }) => String(entryId) === opened)}
        onClose={() => set({ entry: '' })}
      />
    </>
  );
}

type State = Readonly<Record<keyof typeof fields, string>>;
type SetState = (change: Partial<State>) => void;

function useFilters(state: State, set: SetState, isPlatform: boolean): Filter[] {
  const say = useAuditWords();
  const names = isPlatform ? (['action', 'by', 'account'] as const) : (['action', 'by'] as const);
  const hints = { action: say('actionHint'), by: say('name'), account: say('number') };
  return names.map((name) => ({
    name,
    label: say(name),
    value: state[name] || undefined,
    editor: (
      <FilterEditor
        hint={hints[name]}
        value={state[name]}
        isNumber={name === 'account'}
        onApply={(value) => set({ [name]: value, before: '' })}
      />
    ),
    onDrop: () => set({ [name]: '', before: '' }),
  }));
}

function FilterEditor({
  hint,
  value,
  isNumber,
  onApply,
}: {
  hint: string;
  value: string;
  isNumber: boolean;
  onApply(value: string): void;
}): ReactElement {
  const say = useAuditWords();
  const [typed, setTyped] = useState(value);
  return (
    <form
      className="audit-editor"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed.trim());
      }}
    >
      <label className="field">
        <span>{hint}</span>
        <Input
          value={typed}
          autoFocus
          inputMode={isNumber ? 'numeric' : 'text'}
          onChange={(event) =>
            setTyped(isNumber ? event.target.value.replaceAll(/\D/g, '') : event.target.value)
          }
        />
      </label>
      <Button type="primary" htmlType="submit">
        {say('apply')}
      </Button>
    </form>
  );
}

function useColumns(isPlatform: boolean): Column<AuditEntry>[] {
  const say = useAuditWords();
  return [
    { name: 'when', title: say('when'), cell: ({ madeAt }) => <Time at={madeAt} />, width: 120 },
    {
      name: 'who',
      title: say('who'),
      cell: ({ actor }) => (
        <span title={say(`kind_${actor.kind}`)}>
          {actor.name} <span className="faint">{say(`kind_${actor.kind}`)}</span>
        </span>
      ),
    },
    { name: 'action', title: say('action'), cell: ({ action }) => <code>{action}</code> },
    ...(isPlatform
      ? [
          {
            name: 'account',
            title: say('account'),
            isNumber: true,
            cell: ({ accountId }: AuditEntry) => accountId ?? '–',
          },
        ]
      : []),
    {
      name: 'subject',
      title: say('subject'),
      cell: ({ subject, key }) => (
        <span className="audit-of" title={keyText(key)}>
          <span className="faint">{subject}</span> {keyText(key)}
        </span>
      ),
    },
    { name: 'change', title: say('change'), cell: (entry) => <Change entry={entry} /> },
  ];
}

function Change({ entry }: { entry: AuditEntry }): ReactElement {
  const say = useAuditWords();
  const changed = changedFields(entry);
  const valueText = useValueText();
  if (entry.before === null && !(changed.length === 1)) return <span>{say('set')}</span>;
  if (entry.after === null) return <span>{say('gone')}</span>;
  const [first] = changed;
  if (!first) return <span>–</span>;
  return (
    <span className="audit-change">
      <span>
        <span className="soft">{first.name}</span>{' '}
        {valueText(first.name, first.before) ?? say('none')} →{' '}
        <strong>{valueText(first.name, first.after) ?? say('none')}</strong>
      </span>
      {changed.length > 1 && (
        <span className="faint">{say('more', { others: changed.length - 1 })}</span>
      )}
    </span>
  );
}
