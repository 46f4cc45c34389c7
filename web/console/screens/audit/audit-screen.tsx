import '../calls/calls.css';
import './audit.css';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  AuditPage,
  AuditProof,
} from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { useAccountName } from '../../client/account-names.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { type Filter, FilterChips } from '../../kit/filter-chips.tsx';
import { Icon } from '../../kit/icon.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { isToday } from '../../kit/time-text.ts';
import { useCallWords } from '../calls/call-words.ts';
import { timeRangeOf } from '../calls/time-range.ts';
import { TimeRangeEditor, timeValue } from '../calls/use-call-filters.tsx';
import { ActSentence, useObjects } from './act-sentence.tsx';
import { AuditProofBar } from './audit-proof.tsx';
import { useAuditWords } from './audit-words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { type DoneAct, groupActs, modeOf } from './group-acts.ts';

const fields = {
  ...{ time: text('all'), account: text(), action: text(), by: text() },
  ...{ before: text(), entry: text() },
};

export default function AuditScreen(): ReactElement {
  const say = useAuditWords();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { timeZone } = useSession();
  const { entry: opened, before, time, ...words } = state;
  const filter = { ...words, ...timeRangeOf(time, timeZone) };
  const query = { ...filter, before: cursorPages(before, null, () => {}).here };
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'audit', query],
    queryFn: ({ signal }) => api.get<AuditPage>('audit/entries', query, signal),
    placeholderData: keepPreviousData,
  });
  useChanges('audit', 'audit/changes', { isEnabled: !before, filter });
  const news = useHeldRows(
    page.isPlaceholderData ? '' : JSON.stringify([api.scope, filter, before]),
    page.data?.entries ?? [],
    ({ entryId }) => String(entryId),
  );
  const proof = useMutation({ mutationFn: () => api.post<AuditProof>('audit/verify') });
  const isPlatform = api.scope === 'platform';
  const begin = useBeginTask();
  const done = groupActs(news.rows);
  const next = page.data?.next;
  const columns = useColumns(isPlatform);
  const phoneRow = usePhoneRow(isPlatform);
  const filters = useFilters(state, set, isPlatform);
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say(isPlatform ? 'aside' : 'asideAccount')}
        actions={
          <>
            <Button
              icon={<Icon name="download" />}
              onClick={() => void begin('audit_export', paramsOf(filter))}
            >
              {say('export')}
            </Button>
            {isPlatform && (
              <Button type="primary" loading={proof.isPending} onClick={() => proof.mutate()}>
                {say(proof.isPending ? 'verifying' : 'verify')}
              </Button>
            )}
          </>
        }
      />
      <ProblemBar error={proof.error ?? page.error} onRetry={() => void page.refetch()} />
      {proof.data && <AuditProofBar proof={proof.data} />}
      <section className="card audit-log">
        <FilterChips
          filters={filters}
          onClear={() => set({ time: 'all', account: '', action: '', by: '', before: '' })}
        />
        <NewRows news={news} text={(values) => say('showNew', values)} />
        {page.isPending && <RowsSkeleton height={36} />}
        {page.data && (
          <DataTable
            label={say('table')}
            columns={columns}
            rows={done}
            rowKey={({ first }) => String(first.entryId)}
            phone={phoneRow}
            onOpen={({ first }) => set({ entry: String(first.entryId) })}
            foot={say('onPage', { count: done.length })}
            empty={say(filters.some(({ value }) => value) ? 'empty' : 'none')}
            paging={cursorPages(before, next ? String(next) : null, (cursors) =>
              set({ before: cursors }),
            )}
          />
        )}
      </section>
      <EntryDialog
        act={done.find(({ first }) => String(first.entryId) === opened)}
        onClose={() => set({ entry: '' })}
      />
    </>
  );
}

function paramsOf({
  account,
  action,
  by,
  ...span
}: Pick<State, 'account' | 'action' | 'by'> & { from?: string; to?: string }) {
  return {
    ...span,
    ...(account && { account: Number(account) }),
    ...(action && { action }),
    ...(by && { by }),
  };
}

type State = Readonly<Record<keyof typeof fields, string>>;
type SetState = (change: Partial<State>) => void;

function useFilters(state: State, set: SetState, isPlatform: boolean): Filter[] {
  const say = useAuditWords();
  const sayCall = useCallWords();
  const language = useLanguage();
  const names = isPlatform ? (['action', 'by', 'account'] as const) : (['action', 'by'] as const);
  const hints = { action: say('actionHint'), by: say('name'), account: say('number') };
  const time = {
    name: 'time',
    label: say('when'),
    value: state.time === 'all' ? undefined : timeValue(state.time, sayCall, language),
    editor: (
      <TimeRangeEditor time={state.time} onTime={(next) => set({ time: next, before: '' })} />
    ),
    onDrop: () => set({ time: 'all', before: '' }),
  };
  const typed = names.map((name) => ({
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
  return [time, ...typed];
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

function usePhoneRow(isPlatform: boolean) {
  const say = useAuditWords();
  const objectsOf = useObjects();
  return (act: DoneAct) => {
    const mode = modeOf(act);
    const told = [mode && say(mode), objectsOf(act)].filter(Boolean).join(' · ');
    const hasAccount = isPlatform && act.accountId !== null;
    const { madeAt } = act.first;
    return {
      title: <ActSentence act={act} isShort />,
      // The time stands above, so that what the act was about has the whole width.
      amount: <Time at={madeAt} form={isToday(madeAt) ? 'clock' : 'short'} />,
      rest: (
        <>
          {hasAccount && <AccountName accountId={act.accountId} />}
          {hasAccount && told && ' · '}
          {/* A long URL breaks at its slashes. */}
          {told.replaceAll('/', '/\u200b')}
        </>
      ),
    };
  };
}

function useColumns(isPlatform: boolean): Column<DoneAct>[] {
  const say = useAuditWords();
  const account: Column<DoneAct> = {
    name: 'account',
    title: say('account'),
    cell: ({ accountId }) => accountId !== null && <AccountName accountId={accountId} />,
  };
  return [
    {
      name: 'when',
      title: say('when'),
      cell: ({ first }) => <Time at={first.madeAt} form="moment" />,
      width: 150,
    },
    { name: 'act', title: say('act'), cell: (act) => <ActSentence act={act} /> },
    ...(isPlatform ? [account] : []),
    {
      name: 'mode',
      title: say('mode'),
      cell: (act) => {
        const mode = modeOf(act);
        return mode && say(mode);
      },
    },
    {
      name: 'rows',
      title: <span className="unseen">{say('changes')}</span>,
      isNumber: true,
      cell: () => <span className="soft">›</span>,
    },
  ];
}

function AccountName({ accountId }: { accountId: number | null }): ReactElement {
  const name = useAccountName(accountId ?? undefined);
  return <span>{name ?? accountId}</span>;
}
