import { useQuery } from '@tanstack/react-query';
import type { Mode } from '../../../../src/foundation/contract/products.ts';
import { type Money as Amount, formatMoney, parseMoney } from '../../../../src/foundation/money.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { get } from '../../client/api.ts';
import type { ConfirmRow } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { usePaymentWords } from './payment-words.ts';

/** What an account's wallet has, and what it has once this was moved; none while either is unknown. */
export function useWalletChange(
  accountId: number | undefined,
  mode: Mode,
  moved: Amount | undefined,
): readonly ConfirmRow[] {
  const say = usePaymentWords();
  const { data } = useQuery({
    queryKey: [String(accountId), mode, 'wallet', 'show'],
    queryFn: ({ signal }) => get<Wallet>(`${accountId}/wallet/show`, { mode }, signal),
    enabled: accountId !== undefined,
  });
  const now = parseMoney(data?.available ?? '');
  if (!data || now === undefined || moved === undefined) return [];
  return [
    {
      label: say('wallet'),
      before: <Money amount={data.available} isBare />,
      after: <Money amount={formatMoney(now + moved)} currency={data.currency} />,
    },
  ];
}
