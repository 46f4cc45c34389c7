import './first-call-curl.css';
import type { ReactElement } from 'react';
import type { Product } from '../../../src/foundation/contract/products.ts';
import { apiUrl } from '../client/api-url.ts';
import { basePath } from '../client/base-path.ts';
import { useScope } from '../client/scope.ts';
import { rememberedTestKey } from '../client/test-key.ts';
import { useLanguage } from '../client/words.ts';
import { CopyButton } from './copy-button.tsx';
import { curlOf, keyPlaceholder } from './example-call.tsx';
import { CurlText } from './first-call-curl.tsx';
import { useKitWords } from './kit-words.ts';

/**
 * How a program calls an operation: the base URL, and a command with the test key created in this tab. A live
 * command has a gap for the number too, because it would reach a person.
 */
export function CallSample({
  operation,
  values = {},
}: {
  operation: Product;
  values?: Readonly<Record<string, string>>;
}): ReactElement {
  const say = useKitWords();
  const { mode } = useScope();
  const language = useLanguage();
  const isTest = mode === 'test';
  const own = isTest ? rememberedTestKey() : undefined;
  const gap = keyPlaceholder(mode);
  const curl = curlOf({
    apiKey: own ?? gap,
    operation,
    body: { mobile: isTest ? '13800000000' : say('mobileNumber'), ...values },
  });
  return (
    <section className="card call-sample">
      <header className="card-head">
        <h2>{say('sampleCall')}</h2>
        <a className="link" href={`${basePath}/docs/${language}/reference#${operation}`}>
          {say('apiReference')}
        </a>
      </header>
      <div>
        <p className="call-sample-url">
          <span className="soft">{say('baseUrl')}</span>
          <code>{apiUrl}</code>
          <CopyButton isBare text={apiUrl} label={say('copyBaseUrl')} />
        </p>
        <CurlText curl={curl} />
        <p className="empty-actions">
          <CopyButton text={curl} />
          <span className="soft">
            {say(own ? 'ownKey' : isTest ? 'sampleTest' : 'sampleLive', { key: gap })}
          </span>
        </p>
      </div>
    </section>
  );
}
