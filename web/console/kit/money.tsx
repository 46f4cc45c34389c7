import './money.css';
import type { ReactElement } from 'react';
import { useSession } from '../client/session.ts';
import { noNumber, numberText } from './number-text.ts';

/**
 * An amount with all four decimals and its currency. The eye reads cents first, so what comes after them
 * is faint. Only a movement has a sign, and only money coming in is green.
 */
export function Money({
  amount,
  currency,
  isMovement = false,
  isBare = false,
}: {
  amount: string | null | undefined;
  currency?: string;
  isMovement?: boolean;
  /** Without the currency, under a head that says it. */
  isBare?: boolean;
}): ReactElement {
  const usual = useSession().currency;
  if (amount === null || amount === undefined) return <span className="money">{noNumber}</span>;
  const isIn = isMovement && !amount.startsWith('-') && /[1-9]/.test(amount);
  const text = numberText(isIn ? `+${amount}` : amount);
  const [whole = '', decimals = ''] = text.split('.');
  return (
    <span className={isIn ? 'money money-in' : 'money'}>
      {whole}.{decimals.slice(0, 2)}
      <span className="money-faint">{decimals.slice(2)}</span>
      {!isBare && <span className="money-faint money-code"> {currency ?? usual}</span>}
    </span>
  );
}
