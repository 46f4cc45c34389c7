import { Input } from 'antd';
import type { ReactElement } from 'react';
import { parseText } from '../../../../src/products/messages/template.ts';
import type { TemplateRow } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useLanguage } from '../../client/words.ts';
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
    <label className="field">
      <span>{say('text')}</span>
      <Input.TextArea
        value={text}
        maxLength={1000}
        rows={5}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className={problem ? 'field-problem' : 'field-note'}>
        {problem?.[language] ??
          (product === 'sms_code'
            ? say('textHintCode', { placeholder: '{code}' })
            : say('textHint'))}
      </span>
    </label>
  );
}
