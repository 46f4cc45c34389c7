import type { ReactElement } from 'react';
import { isCodeProduct, isVerifyProduct } from '../../../../src/foundation/contract/products.ts';
import { parseText } from '../../../../src/products/messages/template.ts';
import type { TemplateRow } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { CallSample } from '../../kit/call-sample.tsx';
import { sampleOf } from './filled-text.ts';
import { PhonePreview } from './phone-preview.tsx';
import { useTemplatesWords } from './templates-words.ts';

/** A template for those who send with it: its text, where its placeholders come from, and a call that uses it. */
export function TemplateView({ template }: { template: TemplateRow }): ReactElement {
  const { product, text, variables, templateId } = template;
  const language = useLanguage();
  const values = Object.fromEntries(variables.map((name) => [name, sampleOf(name, language)]));
  return (
    <div className="stack">
      <div className="template-columns template-view">
        <TextCard template={template} />
        <PhonePreview product={product} text={text} />
      </div>
      {isVerifyProduct(product) ? (
        <CallSample operation="verify_start" values={{ templateId }} />
      ) : (
        <CallSample
          operation={product}
          values={
            isCodeProduct(product) ? values : { content: sampleOf('content', language), ...values }
          }
        />
      )}
    </div>
  );
}

function TextCard({
  template: { templateId, product, text, variables },
}: {
  template: TemplateRow;
}): ReactElement {
  const say = useTemplatesWords();
  const { pieces } = parseText(text);
  const source = isVerifyProduct(product) ? 'sourcePlatform' : 'sourceField';
  return (
    <section className="card template-section">
      <h2>
        <code>{templateId}</code>
      </h2>
      <p className="template-text">
        {pieces.map((piece, at) =>
          at % 2 === 0 ? (
            piece
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order
            <code key={at}>{`{${piece}}`}</code>
          ),
        )}
      </p>
      <h3>{say('placeholders')}</h3>
      {variables.length === 0 && <p className="soft">{say('noPlaceholders')}</p>}
      <dl className="template-variables">
        {variables.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="soft">{say(source, { name, operation: product })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
