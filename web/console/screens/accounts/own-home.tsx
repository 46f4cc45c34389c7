import '../overview/overview.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { FirstSteps } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { FirstCall } from '../overview/first-call.tsx';
import { KeysCard } from '../overview/keys-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { MembersCard } from './members-card.tsx';
import { OwnStrip } from './own-strip.tsx';
import { PricesCard } from './prices-card.tsx';

/** What a customer's account has and spends, the first call until it is made, and who and what belongs to it. */
export function OwnHome(): ReactElement {
  return (
    <div className="stack">
      <OwnStrip />
      <div className="account-pair">
        <div className="stack">
          <NextCall />
          <MembersCard />
          <PricesCard />
        </div>
        <div className="stack">
          <KeysCard isOffering />
          <EndpointsCard />
        </div>
      </div>
    </div>
  );
}

/** It stays until the person leaves it, so that the call that came can be opened. */
function NextCall(): ReactElement | null {
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
