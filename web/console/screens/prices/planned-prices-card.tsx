import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Plan, PlansPage } from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { Price } from './price.tsx';
import { usePricesWords } from './prices-words.ts';

const fields = { plans: text() };

export function PlannedPricesCard({
  mayChange,
  onDone,
}: {
  mayChange: boolean;
  onDone(): void;
}): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.plans, null, () => {});
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'prices', 'plans', here],
    queryFn: ({ signal }) => api.get<PlansPage>('prices/plans', { after: here, limit: 20 }, signal),
    placeholderData: keepPreviousData,
  });
  const [asked, ask] = useState<Plan>();
  const forWhom = ({ accountName }: Plan) => accountName ?? say('all');
  const price = ({ unitPrice }: Plan) =>
    unitPrice === null ? (
      <span className="soft">{say('ended')}</span>
    ) : (
      <Price amount={unitPrice} />
    );
  // A planned list price can be withdrawn only in the platform scope.
  const isOurs = ({ accountId }: Plan) => accountId === (api.accountId ?? null) || !api.accountId;
  const mayWithdraw = (plan: Plan) => mayChange && isOurs(plan);
  const button = (plan: Plan) =>
    mayWithdraw(plan) ? (
      <Button size="small" onClick={() => ask(plan)}>
        {say('withdraw')}
      </Button>
    ) : null;
  const menu = (plan: Plan) =>
    mayWithdraw(plan) && (
      <RowActions
        row={nameOf(plan.product)}
        more={[{ name: 'withdraw', label: say('withdraw'), onAct: () => ask(plan) }]}
      />
    );
  const columns: Column<Plan>[] = [
    {
      name: 'from',
      title: say('from'),
      cell: ({ effectAt }) => <Time at={effectAt} />,
    },
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    { name: 'for', title: say('forWhom'), cell: forWhom },
    ...(api.area === 'operator'
      ? [{ name: 'by', title: say('setBy'), cell: ({ setBy }: Plan) => setBy ?? '–' }]
      : []),
    { name: 'price', title: say('newPrice'), isNumber: true, cell: price },
    {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: button,
    },
  ];
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('plans')}</h2>
      </header>
      <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
      {!page.data && !page.error && <RowsSkeleton rows={2} height={36} />}
      {page.data && (
        <DataTable
          label={say('plans')}
          rows={page.data.plans}
          rowKey={({ planId }) => String(planId)}
          columns={columns}
          empty={say(mayChange ? 'noPlans' : 'noPlansOwn')}
          pagesBy="position"
          paging={cursorPages(state.plans, page.data.next, (cursors) => set({ plans: cursors }))}
          phone={(plan) => ({
            title: nameOf(plan.product),
            amount: price(plan),
            rest: (
              <>
                <Time at={plan.effectAt} /> · {forWhom(plan)}
              </>
            ),
            menu: menu(plan),
          })}
        />
      )}
      <Confirm
        isOpen={asked !== undefined}
        title={say('withdrawTitle')}
        verb={say('withdrawVerb')}
        rows={
          asked
            ? [
                { label: say('product'), value: nameOf(asked.product) },
                { label: say('from'), value: <Time at={asked.effectAt} form="full" /> },
                { label: say('newPrice'), value: price(asked) },
              ]
            : []
        }
        onConfirm={async () => {
          await api.post('prices/withdraw', { planId: asked?.planId });
          toast(say('withdrawn'));
          onDone();
        }}
        onClose={() => ask(undefined)}
      />
    </section>
  );
}
