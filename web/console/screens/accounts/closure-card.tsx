import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  AccountFacts,
  ClosureFacts,
} from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { useAccountsWords } from './accounts-words.ts';

type Asked = 'reopen' | 'payOut' | undefined;

/** Where the closure of an account stands, and what is left to do. */
export function ClosureCard({ facts }: { facts: AccountFacts }): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const closure = useQuery({
    queryKey: [api.scope, 'account', 'closure'],
    queryFn: ({ signal }) => api.get<ClosureFacts>('accounts/closure', {}, signal),
  });
  const found = closure.data;
  return (
    <section className="card account-closure" aria-labelledby="closure-title">
      <header className="card-head">
        <h2 id="closure-title">{say('closure')}</h2>
      </header>
      <ProblemBar error={closure.error} onRetry={() => void closure.refetch()} />
      {!found && !closure.error && <CardSkeleton height={120} />}
      {found && (
        <div className="account-section">
          <Standing closure={found} />
          <p className="account-closure-actions">
            {isMoney(found.payOut) && found.closedAt && may('wallet.change') && (
              <Button type="primary" onClick={() => setAsked('payOut')}>
                {say('payOutVerb')}
              </Button>
            )}
            <Button
              href={api.href('accounts/pay-out-note', {})}
              download
              icon={<Icon name="download" size={14} />}
            >
              {say('payOutNote')}
            </Button>
            {!found.erasedAt && may('accounts.change') && (
              <Button onClick={() => setAsked('reopen')}>{say('reopen')}</Button>
            )}
          </p>
          <ClosureDialog
            key={found.payOutNumber}
            facts={facts}
            closure={found}
            asked={asked}
            onClose={() => setAsked(undefined)}
          />
        </div>
      )}
    </section>
  );
}

const isMoney = (amount: string) => /[1-9]/.test(amount);

function Standing({ closure }: { closure: ClosureFacts }): ReactElement {
  const say = useAccountsWords();
  const { closedAt, erasedAt, openCalls, openChecks, payOut, owed } = closure;
  return (
    <>
      {closedAt ? (
        <p>
          {say('closedSince')} <Time at={closedAt} form="full" />
          {erasedAt && (
            <>
              {' · '}
              {say('erasedSince')} <Time at={erasedAt} form="full" />
            </>
          )}
        </p>
      ) : (
        <p>{say('closingOpen', { calls: openCalls, checks: openChecks })}</p>
      )}
      <p>
        {say(isMoney(owed) ? 'owed' : 'payOut')}{' '}
        <strong>
          <Money amount={isMoney(owed) ? owed : payOut} isPaid />
        </strong>
      </p>
    </>
  );
}

function ClosureDialog({
  facts: { name },
  closure: { payOut, payOutNumber },
  asked,
  onClose,
}: {
  facts: AccountFacts;
  closure: ClosureFacts;
  asked: Asked;
  onClose(): void;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const [reference, setReference] = useState(payOutNumber);
  const isReopening = asked === 'reopen';
  return (
    <Confirm
      isOpen={asked !== undefined}
      title={isReopening ? say('reopenVerb', { name }) : say('payOutVerb')}
      verb={isReopening ? say('reopenVerb', { name }) : say('payOutVerb')}
      canConfirm={isReopening || reference.trim() !== ''}
      rows={isReopening ? [] : [{ label: say('payOut'), value: <Money amount={payOut} isPaid /> }]}
      onConfirm={async () => {
        if (isReopening) await api.post('accounts/reopen');
        else await api.post('accounts/pay-out', { amount: payOut, reference: reference.trim() });
        await queries.invalidateQueries({ queryKey: [api.scope, 'account'] });
      }}
      onClose={() => {
        setReference(payOutNumber);
        onClose();
      }}
    >
      <p>{say(isReopening ? 'reopenText' : 'payOutText')}</p>
      {!isReopening && (
        <Field label={say('payOutReference')} name="reference">
          <Input value={reference} onChange={(event) => setReference(event.target.value)} />
        </Field>
      )}
    </Confirm>
  );
}
