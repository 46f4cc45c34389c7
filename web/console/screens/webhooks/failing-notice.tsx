import '../../kit/problem-bar.css';
import type { ReactElement } from 'react';
import type { EndpointRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { Status } from '../../kit/status.tsx';
import { shownState, useHealthFacts } from './endpoint-health.tsx';
import { shortUrl } from './short-url.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** Endpoints that accept nothing, for the overview of their account. */
export function FailingNotice({
  endpoints,
  onOpen,
}: {
  endpoints: readonly EndpointRow[];
  onOpen(endpoint: EndpointRow): void;
}): ReactElement {
  const say = useWebhooksWords();
  const factsOf = useHealthFacts();
  const failing = endpoints.filter((one) => shownState(one) === 'failing');
  return (
    <>
      {failing.map((endpoint) => (
        <div key={endpoint.endpointId} className="problem-bar webhooks-notice" role="status">
          <Status tone="bad" />
          <div>
            <strong>{say('failingNotice', { url: shortUrl(endpoint.url) })}</strong>{' '}
            <span className="soft">{factsOf(endpoint.health).join('\u00a0· ')}</span>
          </div>
          <button type="button" className="link" onClick={() => onOpen(endpoint)}>
            {say('title')} ›
          </button>
        </div>
      ))}
    </>
  );
}
