import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PlatformSettings } from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Field } from '../../kit/field.tsx';
import { LockedNote, RoleNote, useIsLocked } from '../../kit/locked-note.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useSettingsWords } from './settings-words.ts';

/** Where customers send bank transfers, as they read it. */
export function BankCard({ details }: { details: string | null }): ReactElement {
  const say = useSettingsWords();
  const api = useApi();
  const queries = useQueryClient();
  const isOfFile = useIsLocked('bank');
  const isLocked = !useMay()('settings.change') || isOfFile;
  const stored = details ?? '';
  const [typed, setTyped] = useState<string>();
  const draft = typed ?? stored;
  const isChanged = draft.trim() !== stored;
  const save = useMutation({
    mutationFn: () =>
      api.post<PlatformSettings>('settings/set-bank', { bankDetails: draft.trim() || null }),
    onSuccess: async () => {
      setTyped(undefined);
      toast(say('saved'));
      await queries.invalidateQueries({ queryKey: [api.scope, 'settings'] });
    },
  });
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <section className="card">
        <header className="card-head">
          <h2>{say('bank')}</h2>
        </header>
        <p className="settings-note">{say('bankHint')}</p>
        <div className="settings-form">
          <LockedNote sections={['bank']} />
          <RoleNote right="settings.change" />
          <Field label={say('bankDetails')} note={say('bankDetailsHint')}>
            <Input.TextArea
              disabled={isLocked}
              rows={3}
              value={draft}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </div>
      </section>
      <UnsavedBar
        effect={isChanged ? say('bank') : undefined}
        verb={say('save')}
        onSave={() => save.mutateAsync()}
        onDrop={() => setTyped(undefined)}
      />
    </form>
  );
}
