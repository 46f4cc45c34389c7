import type { Receipt, StatusItem } from '../../vendors/providers/provider.ts';

/**
 * What a provider answers of a message, as the receipt that it did not send; undefined when it says nothing
 * of how the message ended.
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
