import './first-call-curl.css';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Mode } from '../../../src/foundation/contract/products.ts';
import type { LiveGaps } from '../../../src/surfaces/console/kit/live-gaps.ts';
import { apiUrl } from '../client/api-url.ts';
import { useGo, useScope } from '../client/scope.ts';
import { rememberedTestKey } from '../client/test-key.ts';
import { CopyButton } from './copy-button.tsx';
import { CurlText } from './first-call-curl.tsx';
import { useKitWords } from './kit-words.ts';
import { Status } from './status.tsx';

const bodies = {
  sms_code: { mobile: '13800000000', code: '246810' },
  verify_start: { mobile: '13800000000', purpose: 'sign-in' },
  face_verify: { name: '张三', cardNo: '110101199003070011' },
} as const;

/**
 * Shows the call that would fill an empty list, with the test key created in this tab if there is one. Live
 * lists show none: a live call costs money and reaches a person.
 */
export function ExampleCall({
  sentence,
  operation,
  gaps = [],
}: {
  sentence: string;
  operation: keyof typeof bodies;
  /** What must be set up before a live call can succeed. */
  gaps?: LiveGaps;
}): ReactElement {
  const say = useKitWords();
  const { mode } = useScope();
  const go = useGo();
  const keys = <Button onClick={() => go('keys')}>{say('openKeys')}</Button>;
  if (mode === 'live' && gaps.length > 0) return <GapsOfLive gaps={gaps} />;
  if (mode === 'live') {
    return (
      <>
        <p>{sentence}</p>
        {keys}
      </>
    );
  }
  const apiKey = rememberedTestKey();
  const gap = keyPlaceholder('test');
  const curl = curlOf({ apiKey: apiKey ?? gap, operation, body: bodies[operation] });
  return (
    <div className="first-call-curl example-call">
      <p>{sentence}</p>
      <p className="soft">{say(apiKey ? 'teachCall' : 'teachCallKey', { key: gap })}</p>
      <CurlText curl={curl} />
      <p className="empty-actions">
        <CopyButton text={curl} />
        {!apiKey && keys}
        <span className="soft">{say('teachWaits')}</span>
      </p>
    </div>
  );
}

const screenOf: Readonly<Record<LiveGaps[number], 'providers' | 'settings'>> = {
  provider: 'providers',
  provider_details: 'providers',
  legal_details: 'settings',
};

function GapsOfLive({ gaps }: { gaps: LiveGaps }): ReactElement {
  const say = useKitWords();
  const go = useGo();
  const { area } = useScope();
  if (area === 'customer') return <p>{say('gapsCustomer')}</p>;
  return (
    <>
      <p>{say('gaps')}</p>
      <ul className="live-gaps">
        {gaps.map((gap) => (
          <li key={gap}>
            <Status tone="bad" />
            {say(`gap_${gap}`)}
          </li>
        ))}
      </ul>
      <p className="live-gaps-actions">
        {[...new Set(gaps.map((gap) => screenOf[gap]))].map((screen) => (
          <Button key={screen} onClick={() => go(screen, { scope: 'platform' })}>
            {say(`open_${screen}`)}
          </Button>
        ))}
      </p>
    </>
  );
}

/** Stands for a key in a command, as in the docs. */
export const keyPlaceholder = (mode: Mode) => `cs_${mode}_YOUR_KEY`;

/** The command of a first call. */
export function exampleCurl(url: string, apiKey: string, operation: keyof typeof bodies): string {
  return curlOf({ url, apiKey, operation, body: bodies[operation] });
}

export function curlOf({
  url = apiUrl,
  apiKey,
  operation,
  body,
}: {
  url?: string;
  apiKey: string;
  operation: string;
  body: Readonly<Record<string, string>>;
}): string {
  return [
    `curl -i ${url}/api/v1/${operation}`,
    `-H 'content-type: application/json'`,
    `-H 'x-api-key: ${apiKey}'`,
    `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}
