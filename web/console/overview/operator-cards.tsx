import '../parts/data-table.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Needs, Overview } from '../../../src/console/overview/overview-contract.ts';
import { useCallWords } from '../calls/call-words.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Mark, type MarkKind } from '../parts/mark.tsx';
import { Money } from '../parts/money.tsx';
import { noNumber, numberText, percentText } from '../parts/number-text.ts';
import { useGo, usePlace } from '../parts/place.ts';
import { useSession } from '../parts/session.ts';
import { useSidebarCount } from '../shell/sidebar-slots.ts';
import { useProof } from './books-proof.tsx';
import { OverviewChart } from './overview-chart.tsx';
import { useOverviewWords } from './overview-words.ts';

/** What only whoever runs the platform sees: what waits, providers, accounts. */
export function OperatorCards({ overview }: { overview: Overview }): ReactElement {
  const place = usePlace();
  const { data } = useQuery({
    queryKey: [place.scope, place.mode, 'overview', 'needs'],
    queryFn: ({ signal }) => place.get<Needs>('overview/needs', {}, signal),
    refetchInterval: 30_000,
  });
  useSidebarCount('review', data?.review.count);
  return (
    <>
      <div className="overview-wide">
        <OverviewChart overview={overview} />
        <NeedsYou needs={data} />
      </div>
      <div className="overview-half">
        <Providers needs={data} />
        <Accounts needs={data} />
      </div>
    </>
  );
}

interface Need {
  name: string;
  mark: MarkKind;
  title: string;
  text: ReactNode;
  link?: { label: string; onOpen(): void };
}

function NeedsYou({ needs }: { needs: Needs | undefined }): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const { currency } = useSession();
  const proof = useProof();
  const list: Need[] = [];
  if (proof?.state === 'bad') {
    list.push({ name: 'books', mark: 'bad', title: say('needBooks'), text: proof.fault });
  }
  if (needs && needs.review.count > 0) {
    list.push({
      name: 'review',
      mark: 'unknown',
      title: say('needReview', { count: needs.review.count }),
      text: say('needReviewText', { amount: `${needs.review.held} ${currency}` }),
      link: { label: say('review'), onOpen: () => go('review') },
    });
  }
  for (const { provider } of needs?.providers.filter(({ isBroken }) => isBroken) ?? []) {
    list.push({
      name: provider,
      mark: 'bad',
      title: say('needBroken', { provider }),
      text: say('needBrokenText'),
      link: { label: say('open'), onOpen: () => go('providers') },
    });
  }
  for (const { accountId, name, hoursLeft, available, anHour } of needs?.wallets ?? []) {
    list.push({
      name: `wallet-${accountId}`,
      mark: 'unknown',
      title: say('needWallet', { account: name, hours: hoursLeft }),
      text: say('needWalletText', { amount: `${available} ${currency}`, anHour }),
      link: { label: say('wallet'), onOpen: () => go('wallet', { scope: String(accountId) }) },
    });
  }
  for (const { endpointId, accountId, name, url } of needs?.endpoints ?? []) {
    list.push({
      name: `endpoint-${endpointId}`,
      mark: 'bad',
      title: say('needEndpoint', { account: name }),
      text: url,
      link: { label: say('open'), onOpen: () => go('webhooks', { scope: String(accountId) }) },
    });
  }
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('needsYou')}</h2>
        {list.length > 0 && <span className="overview-count">{list.length}</span>}
      </header>
      {list.length === 0 ? (
        <p className="overview-calm">
          <Mark kind="good" word={say('needsNothing')} />
        </p>
      ) : (
        <ul className="overview-needs">
          {list.map(({ name, mark, title, text, link }) => (
            <li key={name}>
              <Mark kind={mark} />
              <div>
                <strong>{title}</strong>
                <p className="soft">{text}</p>
              </div>
              {link && (
                <button type="button" className="link" onClick={link.onOpen}>
                  {link.label} ›
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Providers({ needs }: { needs: Needs | undefined }): ReactElement {
  const say = useOverviewWords();
  const all = (needs?.providers ?? []).reduce((sum, { asked }) => sum + asked, 0);
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('providers')}</h2>
      </header>
      <DataTable
        label={say('providers')}
        rows={needs?.providers ?? []}
        rowKey={({ provider }) => provider}
        empty={say('noProviders')}
        columns={[
          {
            name: 'provider',
            title: say('provider'),
            cell: ({ provider }) => <code>{provider}</code>,
          },
          {
            name: 'share',
            title: say('share'),
            isNumber: true,
            cell: ({ asked }) => percentText(asked / all, 1),
          },
          {
            name: 'success',
            title: say('success'),
            isNumber: true,
            cell: ({ asked, done }) => percentText(done / asked),
          },
          {
            name: 'p95',
            title: say('p95'),
            isNumber: true,
            cell: ({ slowMs }) => (slowMs === null ? noNumber : `${numberText(slowMs)} ms`),
          },
          {
            name: 'breaker',
            title: say('breaker'),
            cell: ({ isBroken }) => (
              <Mark
                kind={isBroken ? 'bad' : 'good'}
                word={say(isBroken ? 'breakerOpen' : 'breakerClosed')}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function Accounts({ needs }: { needs: Needs | undefined }): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const go = useGo();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('accounts')}</h2>
      </header>
      <DataTable
        label={say('accounts')}
        rows={needs?.accounts ?? []}
        rowKey={({ accountId }) => String(accountId)}
        onOpen={({ accountId }) => go('overview', { scope: String(accountId) })}
        empty={say('noAccounts')}
        columns={[
          { name: 'account', title: say('account'), cell: ({ name }) => name },
          {
            name: 'calls',
            title: sayCall('title'),
            isNumber: true,
            cell: ({ calls }) => numberText(calls),
          },
          {
            name: 'revenue',
            title: say('revenue'),
            isNumber: true,
            cell: ({ revenue }) => <Money amount={revenue} />,
          },
          {
            name: 'margin',
            title: say('margin'),
            isNumber: true,
            // What nobody has said the cost of is not sold for nothing.
            cell: ({ margin, costedRevenue }) =>
              Number(costedRevenue) > 0
                ? percentText(Number(margin) / Number(costedRevenue), 1)
                : noNumber,
          },
        ]}
      />
    </section>
  );
}
