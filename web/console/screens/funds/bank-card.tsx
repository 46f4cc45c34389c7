import type { ReactElement } from 'react';
import type { Funds } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { useFundsWords } from './funds-words.ts';

/** Where to send a bank transfer, and what to write on it. */
export function BankCard({ bank }: { bank: NonNullable<Funds['bank']> }): ReactElement {
  const say = useFundsWords();
  const { details, reference } = bank;
  return (
    <section className="card" aria-labelledby="funds-bank">
      <header className="card-head">
        <h2 id="funds-bank">{say('bank')}</h2>
      </header>
      <div className="funds-body">
        <dl className="funds-facts">
          <div>
            <dt>{say('payee')}</dt>
            <dd className="funds-payee">{details}</dd>
          </div>
          <div>
            <dt>{say('reference')}</dt>
            <dd>
              <span className="mono">{reference}</span>{' '}
              <CopyButton text={reference} label={say('copyReference')} isBare />
            </dd>
          </div>
        </dl>
        <p className="field-note">{say('bankNote')}</p>
      </div>
    </section>
  );
}
