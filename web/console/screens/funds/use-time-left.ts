import { useEffect, useState } from 'react';
import type { PaymentView } from '../../../../src/surfaces/console/funds/funds-contract.ts';

/** How many seconds a payment can still be paid, by the server's clock: that of the browser may be wrong. */
export function useTimeLeft(
  { expiresAt, now, state }: Pick<PaymentView, 'expiresAt' | 'now' | 'state'>,
  readAt: number,
): number {
  const [, tick] = useState(0);
  const untilMs = Date.parse(expiresAt) - Date.parse(now) + readAt - Date.now();
  const isRunning = state === 'pending' && untilMs > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, Math.ceil(untilMs / 1_000));
}

export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
