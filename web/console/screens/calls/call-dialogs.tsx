import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { formatMoney, parseMoney } from '../../../../src/foundation/money.ts';
import type {
  CallDetail,
  Refunded,
  Revealed as RevealedReply,
} from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { get } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { toast } from '../../kit/toast.ts';
import { useCallWords } from './call-words.ts';

interface DialogProps {
  call: CallDetail;
  isOpen: boolean;
  onClose(): void;
}

export function RefundDialog({
  call,
  isOpen,
  onClose,
  onDone,
}: DialogProps & { onDone(): void }): ReactElement {
  const say = useCallWords();
  const api = useApi();
  const { currency } = useSession();
  const [reason, setReason] = useState('');
  const amount = `${call.paid.amount} ${currency}`;
  // The wallet of the call's account, also where all accounts are shown.
  const { data: wallet } = useQuery({
    queryKey: [String(call.accountId), call.mode, 'wallet', 'show'],
    queryFn: ({ signal }) =>
      get<Wallet>(`${call.accountId}/wallet/show`, { mode: call.mode }, signal),
    enabled: isOpen,
  });
  const after =
    wallet && (parseMoney(wallet.available) ?? 0n) + (parseMoney(call.paid.amount) ?? 0n);
  return (
    <Confirm
      isOpen={isOpen}
      title={say('refundTitle')}
      verb={say('refundVerb', { amount })}
      rows={[
        { label: say('account'), value: call.accountName },
        { label: say('requestId'), value: <code>{call.requestId}</code> },
        { label: say('canRefund'), value: <Money amount={call.paid.amount} /> },
        ...(wallet && after !== undefined
          ? [
              {
                label: say('balance'),
                before: <Money amount={wallet.available} />,
                after: <Money amount={formatMoney(after)} />,
              },
            ]
          : []),
      ]}
      canConfirm={reason.trim().length >= 3}
      onConfirm={async () => {
        const { requestId } = call;
        const refunded = await api.post<Refunded>('calls/refund', { requestId, reason });
        const given = `${refunded.amount} ${currency}`;
        toast(say('refunded'), say('refundedText', { amount: given, account: call.accountName }));
        onDone();
      }}
      onClose={() => {
        setReason('');
        onClose();
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  );
}

export interface Shown {
  values: Readonly<Record<string, string>>;
  until: number;
}

/** The reason goes into the audit log. */
export function RevealDialog({
  call,
  isOpen,
  onClose,
  onShown,
}: DialogProps & { onShown(shown: Shown): void }): ReactElement {
  const say = useCallWords();
  const api = useApi();
  const [reason, setReason] = useState('');
  return (
    <Confirm
      isOpen={isOpen}
      title={say('revealTitle')}
      verb={say('revealVerb')}
      canConfirm={reason.trim().length >= 3}
      onConfirm={async () => {
        const { requestId } = call;
        const reply = await api.post<RevealedReply>('calls/reveal', { requestId, reason });
        onShown({ values: reply.values, until: Date.now() + reply.seconds * 1_000 });
      }}
      onClose={() => {
        setReason('');
        onClose();
      }}
    >
      <p className="soft">{say('revealText')}</p>
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  );
}

function ReasonField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const say = useCallWords();
  return (
    <Field label={say('reasonField')} name="reason" note={say('reasonNote')}>
      <Input
        value={value}
        maxLength={500}
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The text is shown in its own card. */
const names = ['mobile', 'name', 'cardNo'] as const;

/** Shown for a limited time. */
export function Revealed({ shown, onOver }: { shown: Shown; onOver(): void }): ReactElement {
  const say = useCallWords();
  const [left, setLeft] = useState(() => Math.ceil((shown.until - Date.now()) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = Math.ceil((shown.until - Date.now()) / 1_000);
      if (seconds <= 0) onOver();
      else setLeft(seconds);
    }, 500);
    return () => clearInterval(timer);
  }, [shown, onOver]);
  return (
    <div className="call-revealed">
      <dl className="call-facts">
        {names
          .filter((name) => shown.values[name] !== undefined)
          .map((name) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{say(`reason_${name}`)}</dt>
              <dd>{shown.values[name]}</dd>
            </div>
          ))}
      </dl>
      <p className="soft">{say('hideIn', { seconds: left })}</p>
    </div>
  );
}
