import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ReviewCount as Counted } from '../../../../src/surfaces/console/review/review-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { numberText } from '../../kit/number-text.ts';

/** The number of calls to review, beside the screen's name in the sidebar. */
export function ReviewCount(): ReactElement | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [api.scope, api.mode, 'review', 'count'],
    queryFn: ({ signal }) => api.get<Counted>('review/count', {}, signal),
    refetchInterval: 30_000,
  });
  return data && data.count > 0 ? <b className="nav-count">{numberText(data.count)}</b> : null;
}
