import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CallRow, CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { useLanguage } from '../../client/words.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { ExampleCall } from '../../kit/example-call.tsx';
import type { Filter } from '../../kit/filter-chips.tsx';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { isToday, timeText } from '../../kit/time-text.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import type { CallList } from './call-list.ts';
import { toneOf } from './call-tones.ts';
import { callStatusOf, useCallWords, useReasonText } from './call-words.ts';
import { chargeOf } from './charge-of.ts';
import { shownColumns } from './hidden-columns.ts';
import { useCallColumns } from './use-call-columns.tsx';
import { type CallState, coversAllTime } from './use-call-filters.tsx';

export function CallsTable({
  page,
  state,
  filters,
  hidden,
  isFirst,
  onPage,
}: {
  page: CallsPage;
  state: CallState;
  filters: readonly Filter[];
  /** The names of the hidden columns. */
  hidden: readonly string[];
  isFirst: boolean;
  onPage(next: { before?: string; after?: string }): void;
}): ReactElement {
  const say = useCallWords();
  const nameOf = useProductName();
  const language = useLanguage();
  const go = useGo();
  const { scope } = useScope();
  const query = useSearch({ strict: false }) as CallList['query'];
  const reasonText = useReasonText();
  const { calls, hasMore } = page;
  const [first, last] = [calls[0], calls.at(-1)];
  const hasOlder = state.after ? true : hasMore;
  // The clock alone means today, and only where the filter of the time says so.
  const isOfToday = !coversAllTime(state) && calls.every(({ at }) => isToday(at));
  const form = isOfToday ? 'clock' : 'moment';
  const columns = shownColumns(useCallColumns(form), hidden);
  const callList: CallList = { ids: calls.map(({ requestId }) => requestId), query };
  // Everything of one account is its own.
  const whose = ({ accountName }: CallRow) => (scope === 'platform' ? [accountName] : []);
  const clock = (call: CallRow | undefined) => (call ? timeText(call.at, form, language) : '');
  const footText = (count: number, from: string, to: string) =>
    from === to ? say('rows', { count }) : say('rowsFrom', { count, from, to });
  return (
    <DataTable
      label={say('table')}
      rowHeight={34}
      rows={calls}
      rowKey={({ requestId }) => requestId}
      copyText={({ requestId }) => requestId}
      onOpen={({ requestId }) => go(`calls/${requestId}`, { state: { callList } })}
      columns={columns}
      paging={{
        onNewer: isFirst || !first ? undefined : () => onPage({ after: first.requestId }),
        onOlder: hasOlder && last ? () => onPage({ before: last.requestId }) : undefined,
      }}
      foot={footText(calls.length, clock(last), clock(first))}
      empty={<NothingFound filters={filters} />}
      phone={(call) => {
        const status = callStatusOf(call);
        return {
          status: <Status tone={toneOf(status)} />,
          title: call.person ?? nameOf(call.product),
          amount: <Money amount={chargeOf(call)} />,
          // What went wrong says more than the state, which the mark shows.
          rest: call.reason ? (
            <>
              <span className="unseen">{say(`state_${status}`)}: </span>
              {[reasonText(call.reason), ...whose(call)].join(' · ')}
            </>
          ) : (
            [
              say(`state_${status}`),
              // A person without a name is the product.
              ...(call.person ? [nameOf(call.product)] : []),
              ...whose(call),
            ].join(' · ')
          ),
          time: <Time at={call.at} form={form === 'clock' ? 'clock' : 'short'} />,
        };
      }}
    />
  );
}

/** Offers to remove the last filter. */
function NothingFound({ filters }: { filters: readonly Filter[] }): ReactElement {
  const say = useCallWords();
  const set = filters.filter(({ value }) => value !== undefined);
  const words = set.map(({ label, value }) => `${label} ${value}`).join(', ');
  const narrowest = set.at(-1);
  // Without a filter other than time, show how to make a call.
  if (set.every(({ name }) => name === 'time')) {
    return (
      <div className="calls-nothing">
        <ExampleCall
          sentence={say(set.length > 0 ? 'noneInTime' : 'noneAtAll', { time: set[0]?.value })}
          operation="sms_code"
        />
        {narrowest && (
          <button type="button" className="link" onClick={narrowest.onDrop}>
            {say('dropFilter', { label: narrowest.label })}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="calls-nothing">
      <p>{say('nothing')}</p>
      {set.length > 0 && <p>{say('nothingFilters', { filters: words })}</p>}
      {narrowest && (
        <button type="button" className="link" onClick={narrowest.onDrop}>
          {say('dropFilter', { label: narrowest.label })}
        </button>
      )}
    </div>
  );
}
