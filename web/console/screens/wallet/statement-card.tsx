import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Statement } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { MonthSteps } from '../../kit/month-steps.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { dayText } from '../../kit/time-text.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { monthName } from './month-name.ts';
import { currentMonth, moveMonth } from './months.ts';
import { useWalletWords } from './wallet-words.ts';

const fields = { month: text() };

/** Opens the last whole month, or the current one of an account that was made in it. */
export function StatementCard({ since }: { since: string }): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const api = useApi();
  const { timeZone } = useSession();
  const [state, set] = useSearchState(fields);
  const current = currentMonth(timeZone);
  const isNew = since.slice(0, 7) >= current;
  const month = state.month || (isNew ? current : moveMonth(current, -1));
  const statement = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'statement', month],
    queryFn: ({ signal }) => api.get<Statement>('wallet/statement', { month }, signal),
  });
  return (
    <section className="card" aria-labelledby="statement-title">
      <header className="card-head">
        <h2 id="statement-title">{say('statement', { month: monthName(month, language) })}</h2>
        <span className="statement-months">
          <MonthSteps
            month={month}
            current={current}
            isQuiet
            onMove={(by) => set({ month: moveMonth(month, by) })}
          />
        </span>
      </header>
      <ProblemBar error={statement.error} onRetry={() => void statement.refetch()} />
      {!statement.data && !statement.error && <CardSkeleton height={420} />}
      {statement.data && <Drawn statement={statement.data} isRunning={month >= current} />}
    </section>
  );
}

function Drawn({
  statement,
  isRunning,
}: {
  statement: Statement;
  isRunning: boolean;
}): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const { from, to } = statement;
  const unclosed = isRunning ? 'openNote' : 'unclosedNote';
  const note = statement.isFinal ? 'equalNote' : unclosed;
  const rows = [
    [say('opening', { day: dayText(from, language) }), statement.opening, false],
    [say('topUps'), statement.toppedUp, true],
    [say('calls'), negative(statement.charged), true],
    [say('refunds'), statement.refunded, true],
    [say('adjustments'), statement.adjusted, true],
    [
      isRunning ? say('balanceNow') : say('closing', { day: dayText(to, language) }),
      statement.closing,
      false,
    ],
  ] as const;
  return (
    <div className="statement">
      <p className="statement-proof">
        {statement.isEqual ? (
          <>
            <Status tone="good" /> <span className="good">{say('equal')}</span>{' '}
            <span className="soft">{say(note)}</span>
          </>
        ) : (
          <Status tone="bad" word={say('notEqual')} />
        )}
      </p>
      <dl className="statement-sums">
        {rows.map(([label, amount, isMovement]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} isMovement={isMovement} />
            </dd>
          </div>
        ))}
      </dl>
      <ByProduct statement={statement} />
      <Conversion of={statement.verifications} />
      <ByDay statement={statement} />
      <Files statement={statement} />
    </div>
  );
}

const negative = (amount: string) => (/[1-9]/.test(amount) ? `-${amount}` : amount);

function ByProduct({ statement }: { statement: Statement }): ReactElement {
  const say = useWalletWords();
  const nameOf = useProductName();
  if (statement.byProduct.length === 0) return <p className="soft">{say('noCalls')}</p>;
  return (
    <div>
      <h3>{say('byProduct')}</h3>
      <table className="table">
        <caption className="unseen">{say('byProduct')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('product')}</th>
            <th scope="col" className="number">
              {say('chargedCalls')}
            </th>
            <th scope="col" className="number">
              {say('charged')}
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.byProduct.map(({ product, calls, charged }) => (
            <tr key={product}>
              <td>{nameOf(product)}</td>
              <td className="number">{numberText(calls)}</td>
              <td className="number">
                <Money amount={charged} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Conversion({ of }: { of: Statement['verifications'] }): ReactElement | null {
  const say = useWalletWords();
  if (!of) return null;
  const [started, approved] = [of.started, of.approved].map(numberText);
  return <p className="soft">{say('conversion', { started, approved, percent: of.percent })}</p>;
}

function ByDay({ statement }: { statement: Statement }): ReactElement | null {
  const say = useWalletWords();
  const language = useLanguage();
  const today = dateIn(statement.timeZone);
  const days = daysOf(statement);
  const max = Math.max(0, ...days.map(({ charged }) => charged));
  const highest = days.find(({ charged }) => charged === max);
  if (!highest || max === 0) return null;
  const amount = `${numberText(max.toFixed(4))} ${statement.currency}`;
  const words = say('highest', { amount, day: dayText(highest.day, language) });
  return (
    <div>
      <h3>
        {say('byDay')} <span className="wallet-card-note">{words}</span>
      </h3>
      <div className="statement-bars" role="img" aria-label={`${say('byDay')}: ${words}`}>
        {days.map(({ day, charged }) => (
          // The days to come have no bar.
          <i
            key={day}
            style={{ height: day > today ? 0 : `${Math.max(2, (charged / max) * 100)}%` }}
          />
        ))}
      </div>
      <p className="statement-days" aria-hidden="true">
        {[1, 8, 15, 22, days.length].map((number) => (
          <span
            key={number}
            style={{ insetInlineStart: `${((number - 0.5) / days.length) * 100}%` }}
          >
            {number}
          </span>
        ))}
      </p>
    </div>
  );
}

const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

function daysOf({ byDay, from, to }: Statement): { day: string; charged: number }[] {
  const sums = new Map<string, number>();
  for (const { day, charged } of byDay) sums.set(day, (sums.get(day) ?? 0) + Number(charged));
  const days: { day: string; charged: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, charged: sums.get(day) ?? 0 });
  }
  return days;
}

function Files({ statement: { month } }: { statement: Statement }): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const language = useLanguage();
  const file = (path: string, query: Record<string, string>, label: string) => (
    <Button
      href={api.href(path, { month, ...query })}
      download
      icon={<Icon name="download" size={14} />}
    >
      {label}
    </Button>
  );
  return (
    <p className="statement-files">
      {file('wallet/statement/pdf', { language: 'zh' }, say('pdfZh'))}
      {file('wallet/statement/pdf', { language: 'en' }, say('pdfEn'))}
      {file('wallet/statement/csv', { language }, say('csv'))}
    </p>
  );
}
