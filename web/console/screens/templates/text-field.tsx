import { Input } from 'antd';
import type { ReactElement } from 'react';
import { isCodeProduct } from '../../../../src/foundation/contract/products.ts';
import { parseText } from '../../../../src/products/messages/template.ts';
import type { TemplateRow } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { Field } from '../../kit/field.tsx';
import { useTemplatesWords } from './templates-words.ts';

export function TextField({
  product,
  text,
  onChange,
}: {
  product: TemplateRow['product'];
  text: string;
  onChange(text: string): void;
}): ReactElement {
  const say = useTemplatesWords();
  const language = useLanguage();
  const { problem } = parseText(text);
  return (
    <Field
      label={say('text')}
      problem={problem?.[language]}
      note={
        isCodeProduct(product) ? say('textHintCode', { placeholder: '{code}' }) : say('textHint')
      }
    >
      <Input.TextArea
        value={text}
        maxLength={1000}
        rows={4}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
