import './review.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ReviewList } from '../../../../src/surfaces/console/review/review-contract.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { shortId } from '../../kit/id.tsx';
import { Money } from '../../kit/money.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { UpdatedAgo } from '../../kit/updated-ago.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { EvidenceCard } from './evidence-card.tsx';
import { useReviewWords } from './review-words.ts';

type Reviewed = ReviewList['calls'][number];
const fields = { call: text() };

/** Calls whose outcome no provider can confirm: the list, and the evidence of one. */
export default function ReviewScreen(): ReactElement {
  const say = useReviewWords();
  const api = useApi();
  const isPhone = useIsPhone();
  const [state, set] = useSearchState(fields);
  const review = useQuery({
    queryKey: [api.scope, api.mode, 'review', 'list'],
    queryFn: ({ signal }) => api.get<ReviewList>('review/list', {}, signal),
    // In case the event stream is blocked.
    refetchInterval: 15_000,
  });
  useChanges('review', 'review/changes');
  const calls = review.data?.calls ?? [];
  const isOpen = state.call !== '';
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          <>
            {say('aside')} <UpdatedAgo at={review.dataUpdatedAt} />
          </>
        }
        {...(isPhone && isOpen
          ? { trail: { label: say('back'), onOpen: () => set({ call: '' }) } }
          : {})}
      />
      <ProblemBar error={review.error} onRetry={() => void review.refetch()} />
      {review.isPending && (
        <div className="card">
          <RowsSkeleton rows={6} height={38} />
        </div>
      )}
      {review.data && calls.length === 0 && !isOpen && <AllWell asked={review.data.asked} />}
      {(calls.length > 0 || isOpen) && (
        <div className="review-board">
          {!(isPhone && isOpen) && (
            <section className="card">
              <WaitingTable
                calls={calls}
                isMore={review.data?.isMore ?? false}
                onOpen={(call) => set({ call })}
              />
            </section>
          )}
          <EvidenceCard requestId={state.call} onDecided={() => set({ call: '' })} />
        </div>
      )}
    </>
  );
}

function AllWell({ asked }: { asked: ReviewList['asked'] }): ReactElement {
  const say = useReviewWords();
  const language = useLanguage();
  const at = asked.nextTryAt ? timeText(asked.nextTryAt, 'short', language) : '';
  return (
    <section className="card review-well">
      <Status tone="good" />
      <h2>{say('allWell')}</h2>
      <p className="soft">
        {asked.count === 0 ? say('nothingAsked') : say('asked', { count: asked.count, at })}
      </p>
    </section>
  );
}

function WaitingTable({
  calls,
  isMore,
  onOpen,
}: {
  calls: readonly Reviewed[];
  isMore: boolean;
  onOpen(requestId: string): void;
}): ReactElement {
  const say = useReviewWords();
  const nameOf = useProductName();
  const whyOf = ({ contradiction }: Reviewed) => say(`why_${contradiction ?? 'unconfirmed'}`);
  const columns: Column<Reviewed>[] = [
    {
      name: 'request',
      title: say('request'),
      cell: ({ requestId }) => <code>{shortId(requestId)}</code>,
    },
    { name: 'account', title: say('account'), cell: ({ accountName }) => accountName },
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    { name: 'provider', title: say('provider'), cell: ({ provider }) => provider ?? '–' },
    { name: 'why', title: say('why'), cell: whyOf },
    { name: 'since', title: say('since'), cell: (call) => <Time at={call.inReviewSince} /> },
    {
      name: 'held',
      title: say('held'),
      isNumber: true,
      cell: ({ held }) => <Money amount={held} />,
    },
  ];
  return (
    <DataTable
      label={say('label')}
      columns={columns}
      rows={calls}
      rowKey={({ requestId }) => requestId}
      rowHeight={38}
      onOpen={({ requestId }) => onOpen(requestId)}
      copyText={({ requestId }) => requestId}
      empty={say('allWellText')}
      foot={`${say('count', { count: calls.length })}${isMore ? ` · ${say('more')}` : ''}`}
      phone={(call) => ({
        status: <Status tone="unknown" />,
        title: call.accountName,
        amount: <Money amount={call.held} />,
        rest: `${nameOf(call.product)} · ${call.provider ?? '–'} · ${whyOf(call)}`,
        time: <Time at={call.inReviewSince} />,
      })}
    />
  );
}
