import type { ReactElement } from 'react';
import { isSentInParts, productTable } from '../../../../src/foundation/contract/products.ts';
import { gsmBasic, gsmEscaped } from '../../../../src/foundation/contract/text/gsm-alphabet.ts';
import { splitSubject } from '../../../../src/foundation/contract/text/split-subject.ts';
import { spokenText } from '../../../../src/foundation/contract/text/spoken-text.ts';
import { countParts } from '../../../../src/products/messages/count-parts.ts';
import type { TemplateRow } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { filledText } from './filled-text.ts';
import { useTemplatesWords } from './templates-words.ts';

const gsm = new Set([...gsmBasic, ...Object.keys(gsmEscaped)]);

export function PhonePreview({
  product,
  text,
  values = {},
}: {
  product: TemplateRow['product'];
  text: string;
  values?: Readonly<Record<string, string>>;
}): ReactElement {
  const say = useTemplatesWords();
  const nameOf = useProductName();
  const filled = filledText(text, values, useLanguage());
  const isInParts = isSentInParts(product);
  const { kind } = productTable[product];
  const isVoice = kind === 'voice';
  const { subject, body } = kind === 'email' ? splitSubject(filled) : { body: filled };
  const isGsm = [...filled].every((char) => gsm.has(char));
  return (
    <section className="card phone-card">
      <header className="card-head">
        <h2>{say('preview')}</h2>
        {isInParts && <span className="soft">{say('parts', { count: countParts(filled) })}</span>}
      </header>
      <div className="phone">
        {isVoice && (
          <p className="phone-call">
            <Icon name="phone" size={22} />
          </p>
        )}
        <p className="phone-from">{isVoice ? say('voiceCall') : nameOf(product)}</p>
        {isVoice ? (
          <blockquote className="phone-speech">{spokenText(body) || '…'}</blockquote>
        ) : (
          <p className="phone-bubble">
            {subject && <strong className="phone-subject">{subject}</strong>}
            {body || '…'}
          </p>
        )}
      </div>
      <p className="phone-note">
        {isVoice ? say('voiceNote') : say('count', { count: [...filled].length })}
        {isInParts && ` · ${say(isGsm ? 'alphabet_gsm' : 'alphabet_ucs')}`}
      </p>
    </section>
  );
}
