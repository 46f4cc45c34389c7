import type { ReactNode } from 'react';
import { Money } from '../../kit/money.tsx';
import { usePricesWords } from './prices-words.ts';

/** What a unit costs. */
export function Price({ amount }: { amount: string | null | undefined }): ReactNode {
  const say = usePricesWords();
  const isFree = amount && !/[1-9]/.test(amount);
  return isFree ? say('free') : <Money amount={amount} />;
}
