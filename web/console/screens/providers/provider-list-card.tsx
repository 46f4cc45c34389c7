import type { ReactElement } from 'react';
import type { ProviderRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { Status, type StatusTone } from '../../kit/status.tsx';
import { useProvidersWords } from './providers-words.ts';

function useProviderStatus(): (row: ProviderRow) => { tone: StatusTone; word: string } {
  const say = useProvidersWords();
  return ({ isOn, breaker, untold }) => {
    if (!isOn) return { tone: 'refused', word: say('off') };
    if (breaker !== 'closed') return { tone: 'unknown', word: say(breaker) };
    if (untold.length > 0) return { tone: 'unknown', word: say('untold') };
    return { tone: 'good', word: say('up') };
  };
}

export const successOf = ({ asked, done }: { asked: number; done: number }): string =>
  asked === 0 ? noNumber : percentText(done / asked);

export const msText = (ms: number | null): string =>
  ms === null ? noNumber : `${numberText(ms)} ms`;

export function ProviderListCard({
  providers,
  chosen,
  onOpen,
}: {
  providers: readonly ProviderRow[];
  chosen: string;
  onOpen(code: string): void;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const status = useProviderStatus();
  const kinds = (['sms', 'face'] as const).filter((kind) =>
    providers.some((provider) => provider.kind === kind),
  );
  return (
    <section className="card providers-list" aria-label={say('list')}>
      {providers.length === 0 && <p className="providers-none soft">{say('noProviders')}</p>}
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
                <Status {...status(provider)} />
                <span className="soft">{provider.vendorTitle[language]}</span>
                <span className="soft number">
                  {successOf(provider.hour)} · {msText(provider.hour.slowMs)}
                </span>
              </button>
            ))}
        </div>
      ))}
      <h2 className="providers-kind">{say('test')}</h2>
      <div className="providers-item">
        <code>sandbox</code>
        <Status tone="good" word={say('up')} />
        <span className="soft">{say('sandbox')}</span>
      </div>
    </section>
  );
}
