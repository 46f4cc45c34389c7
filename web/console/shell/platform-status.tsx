import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import type { ReactElement } from 'react';
import type { PlatformStatus as Found } from '../../../src/surfaces/console/overview/overview-contract.ts';
import { useApi } from '../client/use-api.ts';
import { Status } from '../kit/status.tsx';
import { shownCalled, useProductName } from '../kit/use-product-name.ts';
import { useShellWords } from './shell-words.ts';

const everyMs = 60_000;
const sumTones = { allUp: 'good', someDown: 'bad', noneOffered: 'off' } as const;
const tones = { up: 'good', down: 'bad', notOffered: 'off' } as const;

/** Tells customers whether a failure is theirs alone, and who runs the platform; each product when it is pressed. */
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
  const { failing, offered, operator } = data;
  const state = failing.length > 0 ? 'someDown' : offered.length > 0 ? 'allUp' : 'noneOffered';
  return (
    <Popover
      content={<Products found={data} />}
      trigger="click"
      placement="topLeft"
      arrow={false}
      destroyOnHidden
    >
      <button type="button" className="status-button">
        <Status tone={sumTones[state]} word={say(state)} />
        {failing.length > 0 && <p className="soft">{failing.map(nameOf).join(' · ')}</p>}
        <p className="soft">{operator?.name ?? say('statusOf')}</p>
      </button>
    </Popover>
  );
}

function Products({ found: { failing, offered, operator } }: { found: Found }): ReactElement {
  const say = useShellWords();
  const nameOf = useProductName();
  return (
    <>
      <ul className="status-products">
        {shownCalled.map((product) => {
          const state = failing.includes(product)
            ? 'down'
            : offered.includes(product)
              ? 'up'
              : 'notOffered';
          return (
            <li key={product}>
              <span>{nameOf(product)}</span>
              <Status tone={tones[state]} word={say(state)} />
            </li>
          );
        })}
      </ul>
      {operator && <p className="soft">{say('runBy', operator)}</p>}
    </>
  );
}
