import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { FirstSteps } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { FirstCall } from '../overview/first-call.tsx';

/** The first call of a customer. It stays until the person leaves it, so that the call that came can be opened. */
export function NextCall(): ReactElement | null {
  const api = useApi();
  const [isLeft, leave] = useState(false);
  const [wasOpen, setOpen] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: [api.scope, 'overview', 'first-steps'],
    queryFn: ({ signal }) => api.get<FirstSteps>('overview/first-steps', {}, signal),
  });
  const isOpen = data?.steps.some(({ name, isDone }) => name === 'call' && !isDone) ?? false;
  if (isOpen && !wasOpen) setOpen(true);
  if (!data || !(isOpen || wasOpen) || isLeft) return null;
  return <FirstCall steps={data} onArrived={() => void refetch()} onDone={() => leave(true)} />;
}
