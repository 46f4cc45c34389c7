import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Form,
  FormRules,
  TemplateChange,
  TemplateList,
  TemplateRow,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { joinSentences } from '../../kit/join-sentences.ts';
import { Lockable, useIsLocked } from '../../kit/locked-note.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { AssignmentsCard } from './assignments-card.tsx';
import { sampleOf, variablesOf } from './filled-text.ts';
import { FormsCard } from './forms-card.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { SampleCard } from './sample-card.tsx';
import { useTemplatesWords } from './templates-words.ts';
import { TextField } from './text-field.tsx';
import { TrialCard } from './trial-card.tsx';

export function TemplateEditor({
  template,
  providers,
  onDeleted,
}: {
  template: TemplateRow;
  providers: readonly FormRules[];
  onDeleted(): void;
}): ReactElement {
  const say = useTemplatesWords();
  const nameOf = useProductName();
  const language = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const { templateId, product, forms = {} } = template;
  const [text, setText] = useState(template.text);
  const [changed, setChanged] = useState<Readonly<Record<string, Form>>>({});
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isDeleting, setDeleting] = useState(false);
  const isLocked = useIsLocked('templates');
  const isTextChanged = text !== template.text;
  const codes = Object.keys(changed);
  const isDirty = isTextChanged || codes.length > 0;
  const took = (list: TemplateList) => queries.setQueryData([api.scope, 'templates'], list);
  const save = useMutation({
    mutationFn: () => {
      const change: TemplateChange = { templateId };
      if (isTextChanged) change.text = text;
      if (codes.length > 0) change.forms = changed;
      return api.post<TemplateList>('templates/update', change);
    },
    onSuccess: (list) => {
      took(list);
      setChanged({});
      toast(say('saved'));
    },
  });
  const names = variablesOf(text);
  const sample = Object.fromEntries(names.map((name) => [name, values[name] ?? sampleOf(name)]));
  const effects = [
    isTextChanged && say('effect_text'),
    codes.length > 0 && say('effect_forms', { codes: codes.join(', ') }),
  ];
  return (
    <div className="template-columns">
      <div className="stack">
        <section className="card template-section">
          <header className="template-head">
            <h2>
              <code>{templateId}</code>
            </h2>
            <span className="soft">{nameOf(product)}</span>
            <Button
              size="small"
              danger
              disabled={isLocked || template.assignments.length > 0}
              onClick={() => setDeleting(true)}
            >
              {say('delete')}
            </Button>
          </header>
          <Lockable names={['templates', 'templates.text']}>
            <TextField product={product} text={text} onChange={setText} />
          </Lockable>
        </section>
        <Lockable names={['templates', 'templates.forms']}>
          <FormsCard
            providers={providers}
            names={names}
            forms={{ ...forms, ...changed }}
            onChange={(code, form) => setChanged({ ...changed, [code]: form })}
          />
        </Lockable>
        <UnsavedBar
          effect={isDirty ? joinSentences(effects, language) : undefined}
          verb={say('save')}
          onSave={() => save.mutateAsync()}
          onDrop={() => {
            setText(template.text);
            setChanged({});
          }}
        />
        <AssignmentsCard template={template} onChanged={took} />
      </div>
      <div className="stack">
        <PhonePreview product={product} text={text} values={sample} />
        {names.length > 0 && (
          <SampleCard
            values={sample}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
        )}
        <TrialCard template={template} providers={providers} values={sample} isDirty={isDirty} />
      </div>
      <Confirm
        isOpen={isDeleting}
        title={say('deleteVerb', { id: templateId })}
        verb={say('deleteVerb', { id: templateId })}
        isDanger
        onConfirm={async () => {
          const list = await api.post<TemplateList>('templates/delete', { templateId });
          toast(say('deleted', { id: templateId }));
          took(list);
          onDeleted();
        }}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}
