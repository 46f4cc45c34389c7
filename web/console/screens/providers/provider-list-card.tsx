import type { ReactElement } from 'react';
import type { ProviderRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { providerKinds } from '../../../../src/vendors/providers/provider.ts';
import { useLanguage } from '../../client/words.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { ProviderState, useFailingText } from './provider-state.tsx';
import { useProvidersWords } from './providers-words.ts';

export const successOf = ({ asked, done }: { asked: number; done: number }): string =>
  asked === 0 ? noNumber : percentText(done / asked);

export const msText = (ms: number | null): string =>
  ms === null ? noNumber : `${numberText(ms)} ms`;

export function ProviderListCard({
  providers,
  chosen,
  onOpen,
  onAdd,
}: {
  providers: readonly ProviderRow[];
  chosen: string;
  onOpen(code: string): void;
  /** Undefined without the right to add one. */
  onAdd: (() => void) | undefined;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const failingText = useFailingText();
  const kinds = providerKinds.filter((kind) =>
    providers.some((provider) => provider.kind === kind),
  );
  return (
    <section className="card providers-list" aria-label={say('list')}>
      {providers.length === 0 && (
        <div className="providers-none soft">
          <EmptyList sentence={say('noProviders')} verb={say('addFirst')} onAdd={onAdd} />
        </div>
      )}
      {kinds.map((kind, index) => (
        <div key={kind}>
          <h2 className="providers-kind">
            {say(kind)} {index === 0 && <span>{say('figures')}</span>}
          </h2>
          {providers
            .filter((provider) => provider.kind === kind)
            .map((provider) => (
              <button
                key={provider.code}
                type="button"
                className="providers-item"
                aria-current={provider.code === chosen || undefined}
                onClick={() => onOpen(provider.code)}
              >
                <code>{provider.code}</code>
                <ProviderState state={provider.state} />
                <span className="soft">{provider.vendorTitle[language]}</span>
                <span className="soft number">
                  {successOf(provider.hour)} · {msText(provider.hour.slowMs)}
                </span>
                {provider.failing && (
                  <span className="providers-failing">{failingText(provider.failing)}</span>
                )}
              </button>
            ))}
        </div>
      ))}
      <h2 className="providers-kind">{say('test')}</h2>
      <div className="providers-item">
        <code>sandbox</code>
        <ProviderState state="active" />
        <span className="soft">{say('sandbox')}</span>
      </div>
    </section>
  );
}
