import { Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { RoleNote } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useWalletWords } from './wallet-words.ts';

type Mails = Wallet['mails'];

/** What the account's owners and finance members get by mail. It concerns live money alone. */
export function MailsCard({ mails, onChanged }: { mails: Mails; onChanged(): void }): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const may = useMay();
  const [problem, setProblem] = useState<unknown>();
  const set = async (changed: Partial<Mails>) => {
    setProblem(undefined);
    const { balance, statements } = { ...mails, ...changed };
    await api.post('wallet/mails', { balance, statements }).then(() => {
      toast(say('mailsSaved'));
      onChanged();
    }, setProblem);
  };
  const row = (name: 'balance' | 'statements') => (
    <div className="wallet-mail">
      <span>
        <label htmlFor={`mails-${name}`}>{say(`mails_${name}`)}</label>
        <span id={`mails-${name}-note`} className="wallet-card-note">
          {say(`mails_${name}_note`)}
        </span>
      </span>
      <Switch
        id={`mails-${name}`}
        aria-describedby={`mails-${name}-note`}
        checked={mails[name]}
        disabled={!may('wallet.threshold')}
        onChange={(isOn) => void set({ [name]: isOn })}
      />
    </div>
  );
  return (
    <section className="card" aria-labelledby="wallet-mails">
      <header className="card-head">
        <h2 id="wallet-mails">{say('mails')}</h2>
      </header>
      <div className="wallet-mails">
        <p className="wallet-card-note">
          {say(mails.isPossible ? 'mailsNote' : 'mailsImpossible')}
        </p>
        <RoleNote right="wallet.threshold" />
        <ProblemBar error={problem} isChange />
        {row('balance')}
        {row('statements')}
      </div>
    </section>
  );
}
