import '../calls/calls.css';
import './checks.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import type {
  CheckLink,
  CheckRow,
  ChecksPage,
  Funnel,
} from '../../../../src/surfaces/console/checks/checks-contract.ts';
import { startOfDay } from '../../client/platform-days.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { defineWords } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ExampleCall } from '../../kit/example-call.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { Money } from '../../kit/money.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { CallState } from '../calls/call-state.tsx';
import { toneOf } from '../calls/call-tones.ts';
import { callStatusOf, useCallWords, useReasonText } from '../calls/call-words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

const useWords = defineWords('checks', { en, zh });
const fields = { state: text(), before: text(), after: text() };
const states = ['pending', 'passed', 'failed', 'expired', 'cancelled', 'withdrawn'] as const;
const steps = ['made', 'opened', 'consented', 'started', 'passed'] as const;

type Action = 'newLink' | 'cancel' | 'withdraw';
const paths = { newLink: 'checks/link', cancel: 'checks/cancel', withdraw: 'checks/withdraw' };

export default function ChecksScreen(): ReactElement {
  const say = useWords();
  const sayCall = useCallWords();
  const api = useApi();
  const [{ state, before, after }, set] = useSearchState(fields);
  const [asking, ask] = useState<{ action: Action; check: CheckRow }>();
  const [link, setLink] = useState<string>();
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'checks', state, before, after],
    queryFn: ({ signal }) =>
      api.get<ChecksPage>(
        'checks/list',
        { state, before, after, seen: changes.takeSeen() },
        signal,
      ),
    placeholderData: keepPreviousData,
    // In case the event stream is blocked.
    refetchInterval: 15_000,
  });
  const isFirst = !before && (!after || page.data?.hasMore === false);
  const changes = useChanges('checks', 'checks/changes', {
    isEnabled: isFirst,
    filter: { state },
  });
  const news = useHeldRows(
    page.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, state, before, after]),
    page.data?.checks ?? [],
    ({ requestId }) => requestId,
  );
  const known = states.find((one) => one === state);
  const hasFilter = known || page.data?.checks.length !== 0;
  return (
    <>
      <PageHead title={say('title')} aside={say('aside')} />
      <div className="stack">
        <FunnelCard />
        <section className="card">
          {hasFilter && (
            <FilterChips
              filters={[
                {
                  name: 'state',
                  label: say('state'),
                  value: known && sayCall(`state_${known}`),
                  onDrop: () => set({ state: '', before: '', after: '' }),
                  editor: (
                    <Radio.Group
                      className="calls-choices"
                      value={state}
                      onChange={(event) =>
                        set({ state: event.target.value, before: '', after: '' })
                      }
                      options={states.map((value) => ({ value, label: sayCall(`state_${value}`) }))}
                    />
                  ),
                },
              ]}
            />
          )}
          <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
          <NewRows news={news} text={(values) => say('showNew', values)} />
          {page.isPending && <RowsSkeleton rows={8} />}
          {page.data && (
            <ChecksTable
              page={{ ...page.data, checks: [...news.rows] }}
              empty={
                known ? (
                  say('nothingSo', { state: sayCall(`state_${known}`) })
                ) : (
                  <ExampleCall
                    sentence={say('nothing')}
                    operation="face_verify"
                    gaps={page.data.gaps}
                  />
                )
              }
              isFirst={isFirst}
              hasOlder={after ? true : page.data.hasMore}
              onPage={(next) => set({ before: '', after: '', ...next })}
              onAsk={(action, check) => ask({ action, check })}
            />
          )}
        </section>
      </div>
      {asking && (
        <Confirm
          isOpen
          title={say(`${asking.action}Title`)}
          verb={say(`${asking.action}Verb`)}
          isDanger={asking.action !== 'newLink'}
          rows={[{ label: say('person'), value: asking.check.person ?? noNumber }]}
          onConfirm={async () => {
            const { requestId } = asking.check;
            const reply = await api.post<Partial<CheckLink>>(paths[asking.action], { requestId });
            if (reply.url) setLink(reply.url);
            await page.refetch();
          }}
          onClose={() => ask(undefined)}
        >
          <p className="soft">{say(`${asking.action}Text`)}</p>
        </Confirm>
      )}
      <SecretDialog
        title={say('linkReady')}
        secret={link}
        fileName="link.txt"
        onClose={() => setLink(undefined)}
      />
    </>
  );
}

function FunnelCard(): ReactElement | null {
  const say = useWords();
  const api = useApi();
  const { timeZone } = useSession();
  const now = new Date();
  const span = {
    from: startOfDay(timeZone, now, 29).toISOString(),
    to: startOfDay(timeZone, now, -1).toISOString(),
  };
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'checks', 'funnel', span.from],
    queryFn: ({ signal }) => api.get<Funnel>('checks/funnel', span, signal),
    refetchInterval: 10_000,
  });
  const share = (step: (typeof steps)[number]) => data && data[step] / data.made;
  const shareText = (part: number | undefined) =>
    part === undefined ? noNumber : say('stepShare', { share: percentText(part, 0) });
  // The list says that there are no checks.
  if (data?.made === 0) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('funnel')}</h2>
        <span className="soft">{say('funnelSpan')}</span>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <ol className="checks-funnel">
        {steps.map((step) => (
          <li key={step}>
            <span className="soft">{say(`step_${step}`)}</span>
            <b>{data ? numberText(data[step]) : noNumber}</b>
            <i aria-hidden="true">
              <i style={{ width: `${(share(step) ?? 0) * 100}%` }} />
            </i>
            <span className="soft">{step === 'made' ? '' : shareText(share(step))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ChecksTable({
  page: { checks, canChange },
  empty,
  isFirst,
  hasOlder,
  onPage,
  onAsk,
}: {
  page: ChecksPage;
  empty: ReactNode;
  isFirst: boolean;
  hasOlder: boolean;
  onPage(next: { before?: string; after?: string }): void;
  onAsk(action: Action, check: CheckRow): void;
}): ReactElement {
  const say = useWords();
  const sayCall = useCallWords();
  const go = useGo();
  const { scope } = useScope();
  const reasonText = useReasonText();
  const [first, last] = [checks[0], checks.at(-1)];
  const word = (check: CheckRow) => callStatusOf({ state: 'done', result: check.state });
  const columns: (Column<CheckRow> | false)[] = [
    { name: 'at', title: say('time'), cell: ({ at }) => <Time at={at} /> },
    {
      name: 'state',
      title: say('state'),
      cell: (check) => <CallState status={word(check)} reason={check.reason} />,
    },
    { name: 'person', title: say('person'), cell: ({ person }) => person ?? noNumber },
    scope === 'platform' && {
      name: 'account',
      title: say('account'),
      cell: ({ accountName }) => accountName,
    },
    {
      name: 'stage',
      title: say('stage'),
      cell: ({ stage }) => (stage ? say(`stage_${stage}`) : noNumber),
    },
    {
      name: 'charged',
      title: say('charged'),
      isNumber: true,
      cell: ({ charged }) => <Money amount={charged} />,
    },
    canChange && {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: (check) => <Actions check={check} onAsk={onAsk} />,
    },
  ];
  return (
    <DataTable
      label={say('table')}
      rowHeight={36}
      rows={checks}
      rowKey={({ requestId }) => requestId}
      copyText={({ requestId }) => requestId}
      onOpen={({ requestId }) => go(`calls/${requestId}`)}
      empty={empty}
      columns={columns.filter((column) => column !== false)}
      paging={{
        onNewer: isFirst || !first ? undefined : () => onPage({ after: first.requestId }),
        onOlder: hasOlder && last ? () => onPage({ before: last.requestId }) : undefined,
      }}
      phone={(check) => ({
        status: <Status tone={toneOf(word(check))} />,
        title: check.person ?? noNumber,
        amount: <Money amount={check.charged} />,
        rest: [
          sayCall(`state_${word(check)}`),
          ...(check.reason ? [reasonText(check.reason)] : []),
          ...(scope === 'platform' ? [check.accountName] : []),
        ].join(' · '),
        time: <Time at={check.at} />,
        menu: canChange && <Actions check={check} onAsk={onAsk} />,
      })}
    />
  );
}

function Actions({
  check,
  onAsk,
}: {
  check: CheckRow;
  onAsk(action: Action, check: CheckRow): void;
}): ReactElement | null {
  const say = useWords();
  const isPending = check.state === 'pending';
  const hasAgreed = check.stage === 'consented' || check.stage === 'started';
  const offered: Action[] = [
    ...(isPending ? (['newLink', 'cancel'] as const) : []),
    ...(hasAgreed && check.state !== 'withdrawn' ? (['withdraw'] as const) : []),
  ];
  if (offered.length === 0) return null;
  const deeds = offered.map((name) => ({
    name,
    label: say(name),
    onAct: () => onAsk(name, check),
  }));
  const [first, ...others] = deeds;
  // Only a new link destroys nothing.
  return isPending ? (
    <RowActions row={check.person ?? noNumber} main={first} more={others} />
  ) : (
    <RowActions row={check.person ?? noNumber} more={deeds} />
  );
}
