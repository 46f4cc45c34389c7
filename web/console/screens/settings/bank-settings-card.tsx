import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PlatformSettings } from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Field } from '../../kit/field.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useSettingsWords } from './settings-words.ts';

/** Where customers send bank transfers, as they read it. */
export function BankCard({ details }: { details: string | null }): ReactElement {
  const say = useSettingsWords();
  const api = useApi();
  const queries = useQueryClient();
  const isLocked = !useMay()('settings.change');
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
    <section className="card">
      <header className="card-head">
        <h2>{say('bank')}</h2>
      </header>
      <p className="settings-note">{say('bankHint')}</p>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <ProblemBar error={save.error} isChange />
        <Field label={say('bankDetails')} note={say('bankDetailsHint')}>
          <Input.TextArea
            disabled={isLocked}
            rows={4}
            value={draft}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <p className="settings-actions">
          <Button disabled={!isChanged} onClick={() => setTyped(undefined)}>
            {say('discard')}
          </Button>
          <Button type="primary" htmlType="submit" disabled={!isChanged} loading={save.isPending}>
            {say('save')}
          </Button>
        </p>
      </form>
    </section>
  );
}
