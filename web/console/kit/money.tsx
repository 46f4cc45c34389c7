import { inDecimals } from '../../../src/foundation/money.ts';
import './money.css';
import type { ReactElement } from 'react';
import { useSession } from '../client/session.ts';
import { noNumber, numberText } from './number-text.ts';

/**
 * An amount with its four decimals and its currency; those after the cents are faint. What is paid has the
 * decimals of its currency. Only a movement has a sign, and only incoming money is green.
 */
export function Money({
  amount,
  currency,
  isMovement = false,
  isPaid = false,
  isBare = false,
}: {
  amount: string | null | undefined;
  currency?: string;
  isMovement?: boolean;
  /** What is paid, billed or transferred, unlike what a wallet has. */
  isPaid?: boolean;
  /** Without the currency, where the column header names it. */
  isBare?: boolean;
}): ReactElement {
  const usual = useSession().currency;
  if (amount === null || amount === undefined) return <span className="money">{noNumber}</span>;
  const isIn = isMovement && !amount.startsWith('-') && /[1-9]/.test(amount);
  const exact = isPaid ? inDecimals(amount, currency ?? usual) : amount;
  const [whole = '', decimals = ''] = numberText(isIn ? `+${exact}` : exact).split('.');
  return (
    <span className={isIn ? 'money money-in' : 'money'}>
      {whole}
      {decimals && `.${decimals.slice(0, 2)}`}
      <span className="money-faint">{decimals.slice(2)}</span>
      {!isBare && <span className="money-faint money-code"> {currency ?? usual}</span>}
    </span>
  );
}
