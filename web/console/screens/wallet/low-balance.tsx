import './low-balance.css';
import type { ReactElement } from 'react';
import { useWalletWords } from './wallet-words.ts';

/** Stands under an available balance for which the wallet's `isLow` is set. */
export function LowBalance(): ReactElement {
  const say = useWalletWords();
  return <span className="low-balance">{say('low')}</span>;
}
