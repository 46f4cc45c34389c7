import '../calls/calls.css';
import './verifications.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { VerificationsPage } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { useGo } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { ExampleCall } from '../../kit/example-call.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { FindField } from '../../kit/find-field.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { timeRangeOf } from '../calls/time-range.ts';
import { AttacksCard } from './attacks-card.tsx';
import { facets } from './codes-table.tsx';
import { ConversionCard } from './conversion-card.tsx';
import { PeriodChips } from './period-chips.tsx';
import { useVerificationWords, verificationStates } from './verification-words.ts';
import { VerificationsTable } from './verifications-table.tsx';

const fields = {
  time: text('7d'),
  account: text(),
  by: choice(facets, 'providers'),
  state: text(),
  person: text(),
  before: text(),
  after: text(),
};

/** One period for the figures and the list; a search for a number covers all time. */
export default function VerificationsScreen(): ReactElement {
  const say = useVerificationWords();
  const api = useApi();
  const go = useGo();
  const { timeZone } = useSession();
  const [search, set] = useSearchState(fields);
  const { time, account, by, state, person, before, after } = search;
  const span = timeRangeOf(time, timeZone);
  const period = { ...span, account };
  const filter = { ...(person ? {} : span), account, state, person };
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'verifications', filter, before, after],
    queryFn: ({ signal }) => {
      const seen = changes.takeSeen();
      const query = { ...filter, before, after, seen };
      return api.get<VerificationsPage>('verifications/list', query, signal);
    },
    placeholderData: keepPreviousData,
    // In case the event stream is blocked.
    refetchInterval: 15_000,
  });
  const isFirst = !before && (!after || page.data?.hasMore === false);
  const changes = useChanges('verifications', 'verifications/changes', {
    isEnabled: isFirst,
    filter,
  });
  const news = useHeldRows(
    page.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, filter, before, after]),
    page.data?.verifications ?? [],
    ({ verificationId }) => verificationId,
  );
  const turn = (next: Partial<typeof search>) => set({ before: '', after: '', ...next });
  const [first, last] = [news.rows[0], news.rows.at(-1)];
  const hasOlder = after ? true : page.data?.hasMore;
  return (
    <div className="verifications">
      <PageHead
        title={say('title')}
        aside={
          <span className="updated">
            {isFirst && !changes.isLost && <i />}
            {say(!isFirst ? 'notLive' : changes.isLost ? 'notHeard' : 'live')}
          </span>
        }
      />
      <div className="verify-period">
        <PeriodChips time={time} account={account} onChange={turn} />
      </div>
      <div className="stack">
        <ConversionCard period={period} facet={by} onFacet={(facet) => set({ by: facet })} />
        <AttacksCard
          period={period}
          onOpen={({ accountId, token }) =>
            turn({ account: String(accountId), person: token ?? '', state: '' })
          }
        />
        <section className="card">
          <header className="card-head">
            <h2>{say('list')}</h2>
          </header>
          <ListChips
            {...{ state, person: page.data?.person ?? (person && '…'), onChange: turn }}
            search={
              <FindField
                label={say('find')}
                wrong={say('findWrong')}
                kinds={['mobile', 'email']}
                onId={(verificationId) => go(`verifications/${verificationId}`)}
                onPerson={(token) => turn({ person: token })}
              />
            }
          />
          <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
          <NewRows news={news} text={(values) => say('showNew', values)} />
          {page.isPending && <RowsSkeleton rows={12} />}
          {page.data && (
            <VerificationsTable
              rows={news.rows}
              empty={
                <Nothing
                  gaps={page.data.gaps}
                  isFiltered={!!(state || person || account)}
                  onClear={() => turn({ state: '', person: '', account: '' })}
                />
              }
              paging={{
                onNewer:
                  isFirst || !first ? undefined : () => turn({ after: first.verificationId }),
                onOlder: hasOlder && last ? () => turn({ before: last.verificationId }) : undefined,
              }}
            />
          )}
        </section>
      </div>
    </div>
  );
}

function ListChips({
  state,
  person,
  search,
  onChange,
}: {
  state: string;
  person: string;
  search: ReactNode;
  onChange(next: { state?: string; person?: string }): void;
}): ReactElement {
  const say = useVerificationWords();
  const known = verificationStates.find((one) => one === state);
  const ofPerson = {
    name: 'person',
    label: say('person'),
    value: person,
    onDrop: () => onChange({ person: '' }),
    editor: null,
  };
  return (
    <FilterChips
      search={search}
      filters={[
        ...(person ? [ofPerson] : []),
        {
          name: 'state',
          label: say('state'),
          value: known && say(`state_${known}`),
          onDrop: () => onChange({ state: '' }),
          editor: (
            <Radio.Group
              className="calls-choices"
              value={state}
              onChange={(event) => onChange({ state: event.target.value })}
              options={verificationStates.map((value) => ({ value, label: say(`state_${value}`) }))}
            />
          ),
        },
      ]}
    />
  );
}

function Nothing({
  isFiltered,
  gaps,
  onClear,
}: {
  isFiltered: boolean;
  gaps: VerificationsPage['gaps'];
  onClear(): void;
}): ReactElement {
  const say = useVerificationWords();
  if (!isFiltered) {
    return <ExampleCall sentence={say('nothing')} operation="verify_start" gaps={gaps} />;
  }
  return (
    <div className="verify-nothing">
      <p>{say('nothingSo')}</p>
      <button type="button" className="link" onClick={onClear}>
        {say('dropFilters')}
      </button>
    </div>
  );
}
