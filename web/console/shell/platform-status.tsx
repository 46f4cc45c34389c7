import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { PlatformStatus as Found } from '../../../src/surfaces/console/overview/overview-contract.ts';
import { useApi } from '../client/use-api.ts';
import { Status } from '../kit/status.tsx';
import { useProductName } from '../kit/use-product-name.ts';
import { useShellWords } from './shell-words.ts';

const everyMs = 60_000;

/** Tells customers whether a failure is theirs alone. */
export function PlatformStatus(): ReactElement | null {
  const say = useShellWords();
  const nameOf = useProductName();
  const api = useApi();
  const { data } = useQuery({
    queryKey: [api.scope, 'overview', 'status'],
    queryFn: ({ signal }) => api.get<Found>('overview/status', {}, signal),
    refetchInterval: everyMs,
    staleTime: everyMs,
  });
  if (!data) return null;
  const { failing } = data;
  return failing.length === 0 ? (
    <Status tone="good" word={say('allUp')} />
  ) : (
    <>
      <Status tone="bad" word={say('someDown')} />
      <p className="soft">{failing.map(nameOf).join(' · ')}</p>
    </>
  );
}
