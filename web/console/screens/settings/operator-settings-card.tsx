import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  OperatorFacts,
  PlatformSettings,
} from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Field } from '../../kit/field.tsx';
import { LockedNote, RoleNote, useIsLocked } from '../../kit/locked-note.tsx';
import { Status } from '../../kit/status.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useSettingsWords } from './settings-words.ts';

const nothing: OperatorFacts = { nameEn: '', nameZh: '', contact: '', privacyUrl: '' };
const names = ['nameEn', 'nameZh', 'contact', 'privacyUrl'] as const;

/** The legal details that people see on the check page. */
export function OperatorCard({ operator }: { operator: OperatorFacts | null }): ReactElement {
  const say = useSettingsWords();
  const api = useApi();
  const queries = useQueryClient();
  const isOfFile = useIsLocked('operator');
  const isLocked = !useMay()('settings.change') || isOfFile;
  const stored = operator ?? nothing;
  const [typed, setTyped] = useState<Partial<OperatorFacts>>({});
  const draft = { ...stored, ...typed };
  const isChanged = names.some((name) => draft[name] !== stored[name]);
  const save = useMutation({
    mutationFn: () => api.post<PlatformSettings>('settings/set-operator', draft),
    onSuccess: async () => {
      setTyped({});
      toast(say('saved'));
      await queries.invalidateQueries({ queryKey: [api.scope, 'settings'] });
    },
  });
  const hints = { contact: say('contactHint'), privacyUrl: say('privacyUrlHint') };
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <section className="card">
        <header className="card-head">
          <h2>{say('operator')}</h2>
        </header>
        <p className="settings-note">
          {operator ? say('operatorHint') : <Status tone="unknown" word={say('missing')} />}
        </p>
        <div className="settings-form">
          <LockedNote sections={['operator']} />
          <RoleNote right="settings.change" />
          {names.map((name) => (
            <Field
              key={name}
              label={
                <>
                  {say(name)} <span className="soft">{say('required')}</span>
                </>
              }
              note={name in hints && hints[name as keyof typeof hints]}
            >
              <Input
                disabled={isLocked}
                value={draft[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      </section>
      <UnsavedBar
        effect={isChanged ? say('operator') : undefined}
        verb={say('save')}
        onSave={() => save.mutateAsync()}
        onDrop={() => setTyped({})}
      />
    </form>
  );
}
