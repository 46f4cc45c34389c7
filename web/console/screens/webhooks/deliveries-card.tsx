import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  DeliveriesPage,
  DeliveryRow,
  EndpointRow,
  EndpointsPage,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import type { HeldRows } from '../../client/use-held-rows.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ExampleCall } from '../../kit/example-call.tsx';
import { type Filter, FilterChips } from '../../kit/filter-chips.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { DeliveryState, deliveryToneOf, useDeliveryWord } from './delivery-state.tsx';
import { useProblemText } from './endpoint-health.tsx';
import { hostAndPath } from './short-url.ts';
import type { DeliveryFilter } from './use-webhooks.ts';
import { useWebhooksWords } from './webhooks-words.ts';

const states = ['pending', 'delivered', 'failed'] as const;
/** The example call makes such an endpoint's first delivery. */
const takesSms = ({ mode, state, events }: EndpointRow) =>
  mode === 'test' && state === 'on' && events.includes('sms.delivered');
const nothing = { endpointId: '', state: '', type: '', requestId: '', cursor: '' };

type SetFilter = (change: Partial<DeliveryFilter & { delivery: string }>) => void;

export function DeliveriesCard({
  state,
  set,
  deliveries,
  news,
  endpoints,
  types,
}: {
  state: DeliveryFilter;
  set: SetFilter;
  deliveries: UseQueryResult<DeliveriesPage>;
  news: HeldRows<DeliveryRow>;
  endpoints: readonly EndpointRow[];
  types: EndpointsPage['types'];
}): ReactElement {
  const say = useWebhooksWords();
  const filters = useFilters(state, set, endpoints, types);
  const columns = useColumns();
  const word = useDeliveryWord();
  const pages = cursorPages(state.cursor, deliveries.data?.cursor, (cursor) => set({ cursor }));
  const isOnly = ({ url }: DeliveryRow) => endpoints.length === 1 && endpoints[0]?.url === url;
  const isNarrow = filters.some(({ value }) => value !== undefined);
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('deliveries')}</h2>
      </header>
      {(isNarrow || (deliveries.data?.deliveries.length ?? 0) > 0) && (
        <FilterChips filters={filters} onClear={() => set(nothing)} />
      )}
      <ProblemBar error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      <NewRows news={news} text={(values) => say('showNew', values)} />
      {deliveries.isPending && <RowsSkeleton rows={6} height={36} />}
      {deliveries.data && (
        <DataTable
          label={say('deliveriesTable')}
          rows={news.rows}
          rowKey={({ deliveryId }) => deliveryId}
          columns={columns}
          onOpen={({ deliveryId }) => set({ delivery: deliveryId })}
          copyText={({ deliveryId }) => deliveryId}
          paging={pages}
          empty={
            !isNarrow && endpoints.some(takesSms) ? (
              <ExampleCall sentence={say('noDeliveries')} operation="sms_code" />
            ) : (
              say(isNarrow ? 'noMatches' : 'noDeliveries')
            )
          }
          phone={(row) => ({
            status: <Status tone={deliveryToneOf(row)} />,
            title: row.type,
            amount: <Answer row={row} />,
            rest: (
              <>
                {word(row)}
                {!isOnly(row) && <code className="delivery-endpoint">{hostAndPath(row.url)}</code>}
              </>
            ),
            time: <Time at={row.happenedAt} />,
          })}
        />
      )}
    </section>
  );
}

function Answer({ row: { lastStatus, lastProblem } }: { row: DeliveryRow }): ReactElement {
  const problem = useProblemText()(lastProblem);
  return (
    <span title={problem ?? undefined} className={problem ? 'soft' : undefined}>
      {lastStatus ?? problem ?? noNumber}
    </span>
  );
}

function useColumns(): Column<DeliveryRow>[] {
  const say = useWebhooksWords();
  return [
    {
      name: 'happened',
      title: say('happened'),
      cell: ({ happenedAt }) => <Time at={happenedAt} />,
    },
    {
      name: 'state',
      title: say('state'),
      cell: (row) => <DeliveryState row={row} />,
    },
    { name: 'type', title: say('type'), cell: ({ type }) => <code>{type}</code> },
    {
      name: 'endpoint',
      title: say('endpoint'),
      cell: ({ url }) => (
        <span className="endpoint-name">
          <code title={url}>{hostAndPath(url)}</code>
        </span>
      ),
    },
    {
      name: 'attempts',
      title: say('attempts'),
      isNumber: true,
      cell: ({ attempts }) => numberText(attempts),
    },
    { name: 'answer', title: say('answer'), cell: (row) => <Answer row={row} /> },
  ];
}

function useFilters(
  state: DeliveryFilter,
  set: SetFilter,
  endpoints: readonly EndpointRow[],
  types: EndpointsPage['types'],
): Filter[] {
  const say = useWebhooksWords();
  const oneOf = (
    name: 'endpointId' | 'state' | 'type',
    label: string,
    options: readonly { value: string; label: string }[],
  ): Filter => ({
    name,
    label,
    value: state[name]
      ? (options.find(({ value }) => value === state[name])?.label ?? state[name])
      : undefined,
    editor: (
      <Radio.Group
        className="webhooks-choices"
        value={state[name]}
        onChange={(event) => set({ [name]: event.target.value, cursor: '' })}
        options={[...options]}
      />
    ),
    onDrop: () => set({ [name]: '', cursor: '' }),
  });
  return [
    oneOf(
      'state',
      say('state'),
      states.map((value) => ({ value, label: say(`delivery_${value}`) })),
    ),
    oneOf(
      'endpointId',
      say('endpoint'),
      endpoints.map(({ endpointId, url }) => ({
        value: String(endpointId),
        label: hostAndPath(url),
      })),
    ),
    oneOf(
      'type',
      say('type'),
      types.map(({ type }) => ({ value: type, label: type })),
    ),
    {
      name: 'requestId',
      label: say('requestId'),
      value: state.requestId || undefined,
      editor: (
        <RequestIdEditor
          value={state.requestId}
          onApply={(requestId) => set({ requestId, cursor: '' })}
        />
      ),
      onDrop: () => set({ requestId: '', cursor: '' }),
    },
  ];
}

function RequestIdEditor({
  value,
  onApply,
}: {
  value: string;
  onApply(value: string): void;
}): ReactElement {
  const say = useWebhooksWords();
  const [typed, setTyped] = useState(value);
  return (
    <form
      className="webhooks-editor"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed.trim());
      }}
    >
      <label className="field">
        <span>{say('requestId')}</span>
        <Input value={typed} autoFocus onChange={(event) => setTyped(event.target.value)} />
      </label>
      <Button type="primary" htmlType="submit">
        {say('apply')}
      </Button>
    </form>
  );
}
