import { useQuery } from '@tanstack/react-query';
import type { Billing } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useApi } from '../../client/use-api.ts';

/** Whom invoices of the account are made out to. */
export function useBilling() {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, 'invoices', 'billing'],
    queryFn: ({ signal }) => api.get<Billing>('invoices/billing', {}, signal),
  });
}
