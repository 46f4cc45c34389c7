import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { joinWords } from '../../kit/join-words.ts';
import { numberText } from '../../kit/number-text.ts';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useHealthWords } from '../health/health-words.ts';
import { useHealth } from '../health/use-health.ts';
import { useHealthSum } from '../health/use-health-sum.ts';
import { hostAndPath } from '../webhooks/short-url.ts';
import { useProof } from './books-proof.tsx';
import { CalmNeeds } from './calm-needs.tsx';
import type { Need } from './need.ts';
import { useOverviewWords } from './overview-words.ts';
import { PutFirst } from './put-first.tsx';
import { usePaymentNeeds } from './use-payment-needs.ts';
import { type RoutesToMend, useRouteNeeds } from './use-route-needs.ts';
import { useWalletNeeds } from './use-wallet-needs.ts';

/** "Nothing needs attention" is shown only after the server has said so. */
export function NeedsAttention({
  needs,
  isPending,
  isUrgentOnly = false,
}: {
  needs: Needs | undefined;
  isPending: boolean;
  /** Beside the setup checklist, a calm list would only be in the way. */
  isUrgentOnly?: boolean;
}): ReactElement | null {
  const say = useOverviewWords();
  const sayHealth = useHealthWords();
  const [putting, setPutting] = useState<RoutesToMend>();
  const { need: healthNeed, advice, isLoading } = useHealthNeed();
  const list = [...useNeeds(needs, useRouteNeeds(setPutting)), ...healthNeed];
  if (isUrgentOnly && list.length === 0) return null;
  return (
    <section className="card needs-card">
      <header className="card-head">
        <h2>{say('needsYou')}</h2>
        {list.length > 0 && <span className="overview-count">{list.length}</span>}
      </header>
      {isPending && <RowsSkeleton rows={3} height={60} />}
      {needs && !isLoading && list.length === 0 && (
        <>
          <p className="overview-calm">{say('needsNothing')}</p>
          <CalmNeeds />
        </>
      )}
      {list.length > 0 && <NeedsList needs={list} />}
      {list.length > 0 && !isUrgentOnly && advice.length > 0 && (
        <>
          <h3 className="overview-advised">{sayHealth('advice')}</h3>
          <NeedsList needs={advice} />
        </>
      )}
      {putting && <PutFirst asked={putting} onClose={() => setPutting(undefined)} />}
    </section>
  );
}

function NeedsList({ needs }: { needs: readonly Need[] }): ReactElement {
  return (
    <ul className="overview-needs">
      {needs.map(({ name, tone, title, text, button, link }) => (
        <li key={name}>
          <Status tone={tone} />
          <div>
            <strong>{title}</strong>
            {/* A line never begins with the dot between two parts. */}
            <p className="soft">
              {typeof text === 'string' ? text.replaceAll(' · ', '\u00a0· ') : text}
            </p>
          </div>
          {button && (
            <Button size="small" onClick={button.onPress}>
              {button.label}
            </Button>
          )}
          {link && (
            <button type="button" className="link" onClick={link.onOpen}>
              {link.label} ›
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** These have needs of their own in the list. */
const ownNeeds: ReadonlySet<string> = new Set(['unresolved_calls', 'wallets']);

/** The failed checks of the installation and what others advise, so that the card does not contradict the health screen. */
function useHealthNeed(): { need: Need[]; advice: Need[]; isLoading: boolean } {
  const say = useOverviewWords();
  const sayHealth = useHealthWords();
  const language = useLanguage();
  const go = useGo();
  const may = useMay();
  const { data, isLoading } = useHealth({ isEnabled: may('health.read'), staleMs: 300_000 });
  const { bad, advised } = useHealthSum(data?.checks ?? []);
  const failed = bad.filter(({ check }) => !ownNeeds.has(check));
  const needOf = (name: string, of: typeof bad, told: Pick<Need, 'tone' | 'title'>): Need[] =>
    of.length === 0
      ? []
      : [
          {
            ...{ name, ...told },
            text: joinWords(
              of.map(({ title }) => title[language]),
              language,
            ),
            link: { label: say('healthChecks'), onOpen: () => go('health') },
          },
        ];
  return {
    need: needOf('health', failed, {
      tone: 'bad',
      title: sayHealth('bad', { count: failed.length }),
    }),
    advice: needOf('health-advice', advised, {
      tone: 'unknown',
      title: say('calmAdvice', { count: advised.length }),
    }),
    isLoading,
  };
}

function useNeeds(
  needs: Needs | undefined,
  routeNeeds: ReturnType<typeof useRouteNeeds>,
): readonly Need[] {
  const say = useOverviewWords();
  const go = useGo();
  const { currency } = useSession();
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  const walletNeeds = useWalletNeeds(needs);
  const proof = useProof();
  const list: Need[] = [];
  if (proof?.state === 'bad') {
    list.push({ name: 'books', tone: 'bad', title: say('needBooks'), text: proof.fault });
  }
  if (needs && needs.review.count > 0) {
    list.push({
      name: 'review',
      tone: 'unknown',
      title: say('needReview', { count: needs.review.count }),
      text: say('needReviewText', { amount: money(needs.review.held) }),
      link: { label: say('review'), onOpen: () => go('review') },
    });
  }
  list.push(...usePaymentNeeds(needs));
  list.push(...routeNeeds(needs?.routes ?? []));
  list.push(...walletNeeds);
  for (const { endpointId, accountId, name, url, failed } of needs?.failingEndpoints ?? []) {
    list.push({
      name: `failing-endpoint-${endpointId}`,
      tone: 'bad',
      title: say('needFailingEndpoint', { account: name }),
      text: say('needFailingEndpointText', {
        count: failed,
        failed: numberText(failed),
        url: hostAndPath(url),
      }),
      link: { label: say('open'), onOpen: () => go('webhooks', { scope: String(accountId) }) },
    });
  }
  for (const { endpointId, accountId, name, url } of needs?.endpoints ?? []) {
    list.push({
      name: `endpoint-${endpointId}`,
      tone: 'bad',
      title: say('needEndpoint', { account: name }),
      text: hostAndPath(url),
      link: { label: say('open'), onOpen: () => go('webhooks', { scope: String(accountId) }) },
    });
  }
  return list;
}
