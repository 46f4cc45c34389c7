import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Content,
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
import { useDraftBase } from '../../kit/versions/use-draft-base.ts';
import { useVersions } from '../../kit/versions/use-versions.ts';
import { VersionsCard } from '../../kit/versions/versions-card.tsx';
import { AssignmentsCard } from './assignments-card.tsx';
import { sampleOf, variablesOf } from './filled-text.ts';
import { FormsCard } from './forms-card.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { SampleCard } from './sample-card.tsx';
import { useTemplatesWords } from './templates-words.ts';
import { TextField } from './text-field.tsx';
import { TrialCard } from './trial-card.tsx';
import { useTemplateRows } from './use-template-rows.ts';

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
  const [typed, setText] = useState<string>();
  const text = typed ?? template.text;
  const [changed, setChanged] = useState<Readonly<Record<string, Form>>>({});
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isDeleting, setDeleting] = useState(false);
  // The fields of the forms keep what was typed; a new key shows what is stored.
  const [saves, setSaves] = useState(0);
  const isLocked = useIsLocked('templates');
  const isFieldLocked = useIsLocked('templates.text', 'templates.forms');
  const isTextChanged = text !== template.text;
  const codes = Object.keys(changed);
  const isDirty = isTextChanged || codes.length > 0;
  const put = (list: TemplateList) => queries.setQueryData([api.scope, 'templates'], list);
  const stored = { text: template.text, forms };
  const { base, saveOn } = useDraftBase(stored, isDirty);
  const took = (list: TemplateList) => {
    put(list);
    setText(undefined);
    setChanged({});
    setSaves((count) => count + 1);
  };
  const versions = useVersions<Content, TemplateList>({
    listPath: 'templates/versions',
    query: { templateId },
    restorePath: 'templates/restore',
    key: { templateId },
    onRestored: took,
  });
  const rowsOf = useTemplateRows();
  const reread = async () => {
    const list = await api.get<TemplateList>('templates/list');
    put(list);
    return contentIn(list, templateId) ?? stored;
  };
  const save = useMutation({
    mutationFn: () => {
      const change: TemplateChange = { templateId };
      if (isTextChanged) change.text = text;
      if (codes.length > 0) change.forms = changed;
      return saveOn(
        (was) => api.post<TemplateList>('templates/update', { ...change, was }),
        reread,
      );
    },
    onSuccess: async (list) => {
      took(list);
      await versions.saved(say('saved'), base, contentIn(list, templateId));
    },
  });
  const names = variablesOf(text);
  const sample = Object.fromEntries(
    names.map((name) => [name, values[name] ?? sampleOf(name, language)]),
  );
  const effects = [
    isTextChanged && say('effect_text'),
    codes.length > 0 && say('effect_forms', { codes: codes.join(', ') }),
  ];
  const isAssigned = template.assignments.length > 0;
  return (
    <div className="template-columns">
      <div className="stack">
        <section className="card template-section">
          <header className="template-head">
            <h2>
              <code>{templateId}</code>
            </h2>
            <span className="soft">{nameOf(product)}</span>
            {isAssigned && !isLocked && <p className="soft">{say('deleteAssigned')}</p>}
            {!isAssigned && !isLocked && (
              <Button size="small" onClick={() => setDeleting(true)}>
                {say('delete')}
              </Button>
            )}
          </header>
          <Lockable names={['templates', 'templates.text']}>
            <TextField product={product} text={text} onChange={setText} />
          </Lockable>
        </section>
        <Lockable names={['templates', 'templates.forms']}>
          <FormsCard
            key={saves}
            providers={providers}
            names={names}
            forms={{ ...forms, ...changed }}
            onChange={(code, form) => setChanged({ ...changed, [code]: form })}
          />
        </Lockable>
        <UnsavedBar
          effect={isDirty ? joinSentences(effects, language) : undefined}
          calm={isLocked ? undefined : say('noChanges')}
          verb={say('save')}
          onSave={() => save.mutateAsync()}
          onDrop={() => {
            setText(undefined);
            setChanged({});
            setSaves(saves + 1);
          }}
        />
        <AssignmentsCard template={template} onChanged={put} />
        <VersionsCard
          versions={versions}
          current={stored}
          mayRestore={!isLocked && !isFieldLocked}
          rowsOf={rowsOf}
        />
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
          put(list);
          onDeleted();
        }}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}

function contentIn(list: TemplateList, templateId: string): Content | null {
  const found = list.templates.find((one) => one.templateId === templateId);
  return found ? { text: found.text, forms: found.forms ?? {} } : null;
}
