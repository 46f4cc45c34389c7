import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, parseMoney, parseTypedMoney } from '../../../../src/foundation/money.ts';
import type { Moved, Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm, type ConfirmRow } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { toast } from '../../kit/toast.ts';
import { useWalletWords } from './wallet-words.ts';

export type Move = 'topUp' | 'adjust' | 'credit' | 'refund' | 'threshold';

const paths: Readonly<Record<Move, string>> = {
  topUp: 'wallet/top-up',
  adjust: 'wallet/adjust',
  credit: 'wallet/credit',
  refund: 'wallet/refund',
  threshold: 'wallet/threshold',
};
const nothing = { amount: '', requestId: '', reference: '', reason: '' };
type Typed = typeof nothing;

/** Top-up, adjustment, credit limit, refund and threshold of a wallet. */
export function WalletDialog({
  move,
  wallet,
  onDone,
  onClose,
}: {
  move: Move | undefined;
  wallet: Wallet;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const kind = move ?? 'topUp';
  // Nearly every top-up is a payment; the others have reasons of their own.
  const [written, setTyped] = useState<Partial<Typed>>({});
  const typed = { ...nothing, ...(kind === 'topUp' && { reason: say('topUpReason') }), ...written };
  const close = () => {
    setTyped({});
    onClose();
  };
  const field = (name: keyof Typed, label: string, note?: string) => (
    <Field label={label} name={name} note={note}>
      <Input
        value={typed[name]}
        inputMode={name === 'amount' ? 'decimal' : 'text'}
        onChange={(event) => setTyped({ ...written, [name]: event.target.value })}
      />
    </Field>
  );
  const notes: Partial<Record<Move, string>> = {
    adjust: say('adjustNote'),
    credit: say('creditNote'),
    threshold: say('thresholdNote'),
  };
  const asksWords = kind !== 'threshold';
  const rows = [changeOf(kind, wallet, typed.amount, say)];
  return (
    <Confirm
      isOpen={move !== undefined}
      title={say(`${kind}Title`, { account: wallet.accountName })}
      verb={say(`${kind}Verb`)}
      isDanger={false}
      canConfirm={isWhole(kind, typed)}
      rows={rows}
      summary={[
        ...rows,
        ...(asksWords ? [{ label: say('reference'), value: typed.reference }] : []),
        ...(asksWords ? [{ label: say('reason'), value: typed.reason }] : []),
      ]}
      onConfirm={async () => {
        const moved = await api.post<Partial<Moved>>(paths[kind], bodyOf(kind, typed, api.mode));
        if (moved.isRepeat) toast(say('repeat'));
        else if (moved.available) {
          const amount = `${numberText(moved.available)} ${wallet.currency}`;
          toast(say('done', { amount }));
        }
        onDone();
      }}
      onClose={close}
    >
      {kind === 'refund'
        ? field('requestId', say('requestId'))
        : field('amount', `${say('amount')} (${wallet.currency})`, notes[kind])}
      {asksWords &&
        field('reference', say('reference'), kind === 'topUp' ? say('referenceNote') : undefined)}
      {asksWords && field('reason', say('reason'))}
    </Confirm>
  );
}

/** The value now, and what the typed amount makes of it. */
function changeOf(
  kind: Move,
  { available, creditLimit, lowBalance }: Wallet,
  typed: string,
  say: ReturnType<typeof useWalletWords>,
): ConfirmRow {
  const standing: Partial<Record<Move, string | null>> = {
    credit: creditLimit,
    threshold: lowBalance,
  };
  const now = kind in standing ? standing[kind] : available;
  const amount = parseTypedMoney(typed.trim());
  const isMovement = kind === 'topUp' || kind === 'adjust';
  const label = isMovement || kind === 'refund' ? say('balanceChange') : say('now');
  if (amount === undefined || kind === 'refund') return { label, value: <Money amount={now} /> };
  const after = isMovement ? (parseMoney(available) ?? 0n) + amount : amount;
  return {
    label,
    before: <Money amount={now} isBare />,
    after: <Money amount={formatMoney(after)} />,
  };
}

function isWhole(kind: Move, { amount, requestId, reference, reason }: Typed): boolean {
  if (kind === 'threshold') return true;
  const isNamed = reference.trim() !== '' && reason.trim() !== '';
  return isNamed && (kind === 'refund' ? requestId : amount).trim() !== '';
}

function bodyOf(kind: Move, typed: Typed, mode: 'live' | 'test'): object {
  const words = { reference: typed.reference.trim(), reason: typed.reason.trim() };
  if (kind === 'refund') return { requestId: typed.requestId.trim().toLowerCase(), ...words };
  const amount = typed.amount.trim();
  return kind === 'threshold' ? { mode, amount: amount || null } : { mode, amount, ...words };
}
