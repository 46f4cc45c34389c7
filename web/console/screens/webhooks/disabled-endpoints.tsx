import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { EndpointsPage } from '../../../../src/console/webhooks/webhooks-contract.ts';
import { useGo, usePlace } from '../../client/place.ts';
import { DisabledNotice } from './disabled-notice.tsx';

/** The same notice on another screen: whoever looks there is led to the endpoints. */
export function DisabledEndpoints(): ReactElement {
  const place = usePlace();
  const go = useGo();
  const { data } = useQuery({
    queryKey: [place.scope, place.mode, 'webhooks', 'endpoints', ''],
    queryFn: ({ signal }) => place.get<EndpointsPage>('webhooks/endpoints', {}, signal),
    refetchInterval: 30_000,
  });
  return <DisabledNotice endpoints={data?.endpoints ?? []} onOpen={() => go('webhooks')} />;
}
