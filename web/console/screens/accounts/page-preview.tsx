import { Segmented } from 'antd';
import { type CSSProperties, type ReactElement, useState } from 'react';
import { useAccountsWords } from './accounts-words.ts';
import type { PageTokens } from './page-tokens.ts';

type Scheme = 'light' | 'dark';

/** The consent page with its own tokens and the account's colour. */
/** As the page for people shows it where there is no logo. */
const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase();

export function PagePreview({
  name,
  tokens,
  logos,
  hasOtherWay,
}: {
  name: string;
  tokens: Readonly<Record<Scheme, PageTokens>>;
  logos: Readonly<Record<Scheme, string | null>>;
  hasOtherWay: boolean;
}): ReactElement {
  const say = useAccountsWords();
  const [scheme, setScheme] = useState<Scheme>('light');
  const logo = logos[scheme];
  return (
    <section className="card page-preview">
      <header className="card-head">
        <h2>{say('preview')}</h2>
        <Segmented
          size="small"
          aria-label={say('preview')}
          value={scheme}
          options={[
            { value: 'light', label: say('previewLight') },
            { value: 'dark', label: say('previewDark') },
          ]}
          onChange={(value) => setScheme(value as Scheme)}
        />
      </header>
      <div className="pv" data-scheme={scheme} style={tokens[scheme] as CSSProperties}>
        <div className="pv-head">
          {logo ? <img src={logo} alt="" /> : <i aria-hidden="true">{initialOf(name)}</i>}
          <strong>{name}</strong>
        </div>
        <ol className="pv-steps">
          {([1, 2, 3] as const).map((step) => (
            <li key={step} data-now={step === 1 || undefined}>
              <i>{step}</i> {say(`pvStep${step}`)}
            </li>
          ))}
        </ol>
        <p className="pv-title">{say('pvTitle', { name })}</p>
        <dl className="pv-person">
          <div>
            <dt>{say('pvName')}</dt>
            <dd>张 ••</dd>
          </div>
          <div>
            <dt>{say('pvId')}</dt>
            <dd>110 •••• 2X</dd>
          </div>
        </dl>
        <p className="pv-who">
          <strong>{say('pvReceives')}</strong>
          <strong>{name}</strong> · {say('pvAsks')}
          <br />
          {say('pvResult')}
        </p>
        <p className="pv-button">{say('pvAgree')}</p>
        <p className="pv-links">
          <span>{say('pvDecline')}</span>
          {hasOtherWay && <span>{say('pvOther')}</span>}
        </p>
      </div>
      <p className="page-preview-note">{say('previewNote')}</p>
    </section>
  );
}
