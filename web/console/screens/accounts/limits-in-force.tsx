import type { ReactElement, ReactNode } from 'react';
import type { LimitFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { Money } from '../../kit/money.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { limitCounts } from './use-limit-rows.ts';

/** The limits of an account for those who cannot change them. */
export function LimitsInForce({ facts: { mode, inForce } }: { facts: LimitFacts }): ReactElement {
  const say = useAccountsWords();
  const { perNumber, regions, spendCapDay } = inForce;
  const regionText = regions?.includes('*') ? say('allRegions') : regions?.join(', ');
  const row = (name: Parameters<typeof say>[0], value: ReactNode) => (
    <div key={name}>
      <dt>{say(name)}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('limitsOf', { mode: say(mode === 'live' ? 'modeLive' : 'modeTest') })}</h2>
        <span className="soft">{say('limitsAside')}</span>
      </header>
      <dl className="home-rows limits-in-force">
        {row('perNumber', say(perNumber ? 'yes' : 'no'))}
        {limitCounts.map((name) => row(name, inForce[name] ?? say('notLimited')))}
        {row('regions', regionText ?? say('notLimited'))}
        {row('spendCapDay', spendCapDay ? <Money amount={spendCapDay} /> : say('noCap'))}
      </dl>
    </section>
  );
}
