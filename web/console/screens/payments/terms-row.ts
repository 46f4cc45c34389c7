import type { PaymentTerms } from '../../../../src/surfaces/console/payments/payments-contract.ts';

/** The terms of one method, for everyone or for one account; null values have their default. */
export type TermsRow = PaymentTerms['terms'][number] &
  Pick<PaymentTerms['methods'][number], 'title' | 'currencies'> & { isSet: boolean };
