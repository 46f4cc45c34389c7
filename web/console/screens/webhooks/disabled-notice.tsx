import '../../kit/problem-bar.css';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { EndpointRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { shortUrl } from './short-url.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** Endpoints that the platform disabled: they receive nothing until enabled again. */
export function DisabledNotice({
  endpoints,
  onSwitchOn,
  onOpen,
}: {
  endpoints: readonly EndpointRow[];
  onSwitchOn?: ((endpoint: EndpointRow) => Promise<void>) | undefined;
  /** Opens the endpoints; undefined on their own screen. */
  onOpen?: () => void;
}): ReactElement | null {
  const say = useWebhooksWords();
  const disabled = endpoints.filter(({ state }) => state === 'disabled');
  if (disabled.length === 0) return null;
  return (
    <>
      {disabled.map((endpoint) => (
        <div key={endpoint.endpointId} className="problem-bar webhooks-notice" role="status">
          <Status tone="bad" />
          <div>
            <strong>
              {say(`disabled_${endpoint.disabledBecause ?? 'failing'}`, {
                url: shortUrl(endpoint.url),
              })}
            </strong>{' '}
            {say('disabledHint')}{' '}
            <span className="soft">
              <Time at={endpoint.disabledAt} />
            </span>
          </div>
          {onSwitchOn && (
            <Button size="small" onClick={() => void onSwitchOn(endpoint)}>
              {say('on')}
            </Button>
          )}
          {onOpen && (
            <button type="button" className="link" onClick={onOpen}>
              {say('title')} ›
            </button>
          )}
        </div>
      ))}
    </>
  );
}
