import type { ReactElement } from 'react';
import type {
  ProviderFacts,
  VendorRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Status } from '../../kit/status.tsx';
import { ProviderRoutesCard } from './provider-routes-card.tsx';
import { ProviderTrialCard } from './provider-trial-card.tsx';
import { useProvidersWords } from './providers-words.ts';

/** Stays in sight beside the settings: their test with its result, the routes, the callback URL, the vendor's documentation. */
export function ProviderAside({
  vendor,
  facts,
  settings,
}: {
  vendor: VendorRow;
  facts: ProviderFacts | undefined;
  settings(): Record<string, unknown>;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  return (
    <div className="provider-aside">
      <ProviderTrialCard vendor={vendor} code={facts?.code} settings={settings} />
      {facts && vendor.kind !== 'payment' && <ProviderRoutesCard routes={facts.routes} />}
      <section className="card provider-side">
        <h2>{say('callback')}</h2>
        {facts?.callbackUrl ? (
          <p className="provider-callback">
            <code>{facts.callbackUrl}</code> <CopyButton text={facts.callbackUrl} isBare />
          </p>
        ) : null}
        {facts?.callbackUrl && facts.callbackFault ? (
          <Status tone="unknown" word={say(`callback_${facts.callbackFault}`)} />
        ) : (
          <p className="field-note">{say(callbackNote(facts))}</p>
        )}
        {vendor.docs && (
          <p>
            <a href={vendor.docs} target="_blank" rel="noreferrer">
              {say('vendorDocs', { vendor: vendor.title[language] })}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

function callbackNote(facts: ProviderFacts | undefined) {
  if (!facts) return 'callbackLater';
  return facts.callbackUrl ? 'callbackHint' : 'callbackNone';
}
