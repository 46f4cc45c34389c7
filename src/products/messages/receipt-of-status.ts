import type { Receipt, StatusItem } from '../../vendors/providers/provider.ts';

/**
 * Turns a status response into the receipt that the provider did not send; undefined when it does
 * not say how the message ended.
 */
export function receiptOfStatus(
  { state, reason, vendorCode = '', detail, at, cost }: StatusItem,
  name: Pick<Receipt, 'reference' | 'providerRef'>,
): Receipt | undefined {
  if (state === 'absent' || state === 'unknown' || state === 'sent') return undefined;
  return {
    ...name,
    state,
    vendorCode,
    detail,
    at,
    ...(reason ? { reason } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}
