import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageProducts } from '../../../../src/foundation/contract/products.ts';
import type {
  TemplateList,
  TemplateRow,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Field } from '../../kit/field.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { PhonePreview } from './phone-preview.tsx';
import { useTemplatesWords } from './templates-words.ts';
import { TextField } from './text-field.tsx';

const offered = messageProducts.toReversed();

export function NewTemplateCard({ onMade }: { onMade(templateId: string): void }): ReactElement {
  const say = useTemplatesWords();
  const nameOf = useProductName();
  const api = useApi();
  const queries = useQueryClient();
  const [templateId, setTemplateId] = useState('');
  const [product, setProduct] = useState<TemplateRow['product']>('sms_notice');
  const [text, setText] = useState('');
  const create = useMutation({
    mutationFn: () => api.post<TemplateList>('templates/create', { templateId, product, text }),
    onSuccess: (list) => {
      queries.setQueryData([api.scope, 'templates'], list);
      toast(say('made', { id: templateId }));
      onMade(templateId);
    },
  });
  return (
    <form
      className="template-columns"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <section className="card template-section">
        <h2>{say('add')}</h2>
        <ProblemBar error={create.error} isChange />
        <Field label={say('templateId')} note={say('templateIdHint')}>
          <Input
            className="mono"
            value={templateId}
            onChange={({ target }) => setTemplateId(target.value.trim())}
          />
        </Field>
        <Segmented
          aria-label={say('product')}
          value={product}
          options={offered.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setProduct}
        />
        <TextField product={product} text={text} onChange={setText} />
        <Button
          type="primary"
          htmlType="submit"
          loading={create.isPending}
          disabled={!templateId || !text}
        >
          {say('create')}
        </Button>
      </section>
      <PhonePreview product={product} text={text} />
    </form>
  );
}
