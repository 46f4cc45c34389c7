import { type ReactElement, useState } from 'react';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { wallOf } from '../../client/platform-days.ts';
import { useSession } from '../../client/session.ts';
import { type Language, languageTags, useLanguage } from '../../client/words.ts';
import { axisTop } from '../../kit/axis-top.ts';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { Day } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useWalletWords } from './wallet-words.ts';

const day = 86_400_000;
const shown = 30;

interface Step {
  x: number;
  balance: number;
}

/** Daily balances as steps with the threshold; a table has the same figures. */
export function BalanceChart({ wallet }: { wallet: Wallet }): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const [isTable, setTable] = useState(false);
  const now = Date.now();
  // Days are those of the platform, so the axis is its wall clock.
  const wall = wallOf(now, useSession().timeZone);
  const steps = stepsOf(wallet, wall);
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('chart')}</h2>
        <span className="wallet-card-note">{wallet.currency}</span>
        <button type="button" className="link" onClick={() => setTable(!isTable)}>
          {isTable ? say('showChart') : say('showTable')}
        </button>
      </header>
      <div className="wallet-chart">
        {isTable ? (
          <DayTable wallet={wallet} />
        ) : (
          <>
            <Plot
              steps={steps}
              today={positionOf(Math.floor(wall / day) * day, wall)}
              wallet={wallet}
            />
            <p className="wallet-days" aria-hidden="true">
              {[shown, shown / 2, 0].map((ago) => (
                <span key={ago}>{timeText(new Date(now - ago * day), 'date', language)}</span>
              ))}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function positionOf(at: number, now: number): number {
  return Math.min(1, Math.max(0, 1 - (now - at) / (shown * day)));
}

function stepsOf({ days, available, held }: Wallet, now: number): Step[] {
  const steps = days.map(({ day: date, balance }) => ({
    x: positionOf(Date.parse(`${date}T23:59:59Z`), now),
    balance: Number(balance),
  }));
  return [...steps, { x: 1, balance: Number(available) + Number(held) }];
}

function Plot({
  steps,
  today,
  wallet,
}: {
  steps: readonly Step[];
  today: number;
  wallet: Wallet;
}): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const threshold = wallet.lowBalance === null ? undefined : Number(wallet.lowBalance);
  // Above the threshold, whose word stands on its line.
  const high = (threshold ?? 0) * 1.1;
  const max = axisTop(Math.max(1, high, ...steps.map(({ balance }) => balance)));
  const y = (value: number) => 100 - (Math.max(0, value) / max) * 100;
  // The balance before the first known day is unknown, and not drawn.
  const first = steps[0] as Step;
  const begins = Math.min(first.x, today) * 100;
  let line = `M${begins} ${y(first.balance)}`;
  for (const { x, balance } of steps) line += ` H${x * 100} V${y(balance)}`;
  const ticks = [0, max / 2, max];
  return (
    <div className="wallet-plot" role="img" aria-label={say('chartLabel')}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <path key={tick} className="wallet-grid" d={`M0 ${y(tick)}H100`} />
        ))}
        <path className="wallet-area" d={`${line} H100 V100 H${begins} Z`} />
        <path className="wallet-line" d={`${line} H100`} />
        {threshold !== undefined && (
          <path className="wallet-threshold" d={`M0 ${y(threshold)}H100`} />
        )}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className="wallet-tick" style={{ top: `${y(tick)}%` }}>
          {amountTick(tick, language)}
        </span>
      ))}
      {threshold !== undefined && (
        <span className="wallet-threshold-word" style={{ top: `${y(threshold)}%` }}>
          {say('threshold', { amount: `${numberText(threshold.toFixed(4))} ${wallet.currency}` })}
        </span>
      )}
    </div>
  );
}

/** The axis has little room: millions are shortened. */
function amountTick(tick: number, language: Language): string {
  if (tick < 1_000_000) return numberText(tick);
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(languageTags[language], short).format(tick);
}

function DayTable({ wallet }: { wallet: Wallet }): ReactElement {
  const say = useWalletWords();
  if (wallet.days.length === 0) return <p className="soft">{say('chartEmpty')}</p>;
  return (
    <table className="table">
      <caption className="unseen">{say('chartLabel')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('day')}</th>
          <th scope="col" className="number">
            {say('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {wallet.days.map((row) => (
          <tr key={row.day}>
            <td>
              <Day day={row.day} />
            </td>
            <td className="number">
              <Money amount={row.balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
