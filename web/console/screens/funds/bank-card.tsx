import type { ReactElement } from 'react';
import type { Funds } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFundsWords } from './funds-words.ts';

type Bank = NonNullable<Funds['bank']>;

/** The bank transfer, where it is the only way to pay. */
export function BankCard({ bank }: { bank: Bank }): ReactElement {
  const say = useFundsWords();
  return (
    <section className="card" aria-labelledby="funds-bank">
      <header className="card-head">
        <h2 id="funds-bank">{say('bank')}</h2>
      </header>
      <div className="funds-body">
        <BankFacts bank={bank} />
      </div>
    </section>
  );
}

/** Where to send a bank transfer, and what to write on it. */
export function BankFacts({ bank: { details, reference } }: { bank: Bank }): ReactElement {
  const say = useFundsWords();
  return (
    <>
      <Facts
        facts={[
          [say('payee'), details],
          [
            say('reference'),
            <span key="reference">
              <span className="mono">{reference}</span>{' '}
              <CopyButton text={reference} label={say('copyReference')} isBare />
            </span>,
          ],
        ]}
      />
      <p className="field-note">{say('bankNote')}</p>
    </>
  );
}
