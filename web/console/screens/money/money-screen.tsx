import './money.css';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  MoneyMonth,
  MonthRow,
} from '../../../../src/surfaces/console/money/money-contract.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { MonthSteps } from '../../kit/month-steps.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { monthName } from '../wallet/month-name.ts';
import { currentMonth, moveMonth } from '../wallet/months.ts';
import { StatementsButton } from '../wallet/statements-button.tsx';
import { MoneyBooks } from './money-books.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { MoneyTable } from './money-table.tsx';
import { useMoneyWords } from './money-words.ts';

const fields = { month: text() };

/** A month of the platform beside the one before; opens with the month that just ended, if it has anything. */
export default function MoneyScreen(): ReactElement {
  const say = useMoneyWords();
  const language = useLanguage();
  const [state, set] = useSearchState(fields);
  const current = currentMonth(useSession().timeZone);
  const last = moveMonth(current, -1);
  const ended = useMonth(state.month || last);
  // Before its first month has ended, a platform has money only in the current one.
  const isFirst = !state.month && ended.data !== undefined && isBlank(ended.data);
  const begun = useMonth(current, isFirst);
  const found = isFirst ? begun : ended;
  const month = state.month || (isFirst ? current : last);
  const name = monthName(month, language);
  const isFinal = found.data?.isFinal;
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          <>
            {name}
            {isFinal !== undefined && (
              <>
                {' · '}
                <Status
                  tone={isFinal ? 'good' : 'pending'}
                  word={say(isFinal ? 'final' : 'open')}
                />
              </>
            )}
          </>
        }
        actions={
          <>
            <MonthSteps
              month={month}
              current={current}
              onMove={(by) => set({ month: moveMonth(month, by) })}
            />
            <StatementsButton month={month} isMain={isFinal === true} />
          </>
        }
      />
      <ProblemBar error={found.error} onRetry={() => void found.refetch()} />
      {found.data ? <Month money={found.data} /> : !found.error && <CardSkeleton height={480} />}
    </>
  );
}

function useMonth(month: string, isEnabled = true): UseQueryResult<MoneyMonth> {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, api.mode, 'money', month],
    queryFn: ({ signal }) => api.get<MoneyMonth>('money/month', { month }, signal),
    enabled: isEnabled,
  });
}

/** No call in the month and the one before, and nothing on its statements. */
function isBlank({ products, books }: MoneyMonth): boolean {
  return products.length === 0 && [books.charged, books.refunded].every((one) => Number(one) === 0);
}

function Month({ money }: { money: MoneyMonth }): ReactElement {
  const say = useMoneyWords();
  const go = useGo();
  const productName = useProductName();
  const nameOfProduct = ({ key }: MonthRow) =>
    productName(key as Parameters<typeof productName>[0]);
  const tables = { money, noRows: say('none') };
  return (
    <div className="stack">
      <MoneyFigures money={money} />
      <MoneyTable
        {...tables}
        title={say('byAccount')}
        column={say('account')}
        rows={money.accounts}
        onOpen={({ key }) => go('overview', { scope: key })}
        foot={money.moreAccounts > 0 ? say('more', { count: money.moreAccounts }) : undefined}
      />
      <MoneyTable
        {...tables}
        title={say('byProvider')}
        column={say('provider')}
        rows={money.providers.map((row) =>
          row.key === 'none' ? { ...row, name: say('noProvider') } : row,
        )}
      />
      <MoneyTable
        {...tables}
        title={say('byProduct')}
        column={say('product')}
        rows={money.products.map((row) => ({ ...row, name: nameOfProduct(row) }))}
      />
      <MoneyBooks money={money} />
    </div>
  );
}
