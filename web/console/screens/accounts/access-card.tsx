import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type { AccountFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Field } from '../../kit/field.tsx';
import { RoleNote } from '../../kit/locked-note.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { shownCalled, useProductName } from '../../kit/use-product-name.ts';
import { useAccountsWords } from './accounts-words.ts';

const linesOf = (text: string) => text.split(/\s+/).filter(Boolean);

export function AccessCard({ facts }: { facts: AccountFacts }): ReactElement {
  const say = useAccountsWords();
  const nameOf = useProductName();
  const api = useApi();
  const isLocked = !useMay()('accounts.change');
  const queries = useQueryClient();
  const stored = {
    productsOff: facts.productsOff,
    nationalIdCheck: facts.nationalIdCheck,
    keepsCode: facts.keepsCode,
    isBound: facts.redirectOrigins !== null,
    origins: (facts.redirectOrigins ?? []).join('\n'),
  };
  const [draft, setDraft] = useState(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const save = useMutation({
    mutationFn: () =>
      api.post('accounts/set', {
        productsOff: draft.productsOff,
        nationalIdCheck: draft.nationalIdCheck,
        keepsCode: draft.keepsCode,
        redirectOrigins: draft.isBound ? linesOf(draft.origins) : null,
      }),
    onSuccess: async () => {
      toast(say('saved'));
      await queries.invalidateQueries({ queryKey: [api.scope, 'account'] });
    },
  });
  return (
    <fieldset className="stack account-fields account-settings" disabled={isLocked}>
      <RoleNote right="accounts.change" />
      <section className="card account-section">
        <h2>{say('products')}</h2>
        <p className="soft">{say('productsHint')}</p>
        {shownCalled.map((product) => (
          <Checkbox
            key={product}
            checked={!draft.productsOff.includes(product)}
            onChange={({ target }) =>
              setDraft({
                ...draft,
                productsOff: shownCalled.filter((one) =>
                  one === product ? !target.checked : draft.productsOff.includes(one),
                ),
              })
            }
          >
            {nameOf(product)}
          </Checkbox>
        ))}
      </section>
      <section className="card account-section">
        <h2>{say('origins')}</h2>
        <Radio.Group
          value={draft.isBound}
          options={[
            { value: false, label: say('originsAll') },
            { value: true, label: say('originsSome') },
          ]}
          onChange={({ target }) => setDraft({ ...draft, isBound: target.value })}
        />
        {draft.isBound && (
          <Field label={say('originsSome')} note={say('originsHint')}>
            <Input.TextArea
              value={draft.origins}
              rows={4}
              className="mono"
              onChange={(event) => setDraft({ ...draft, origins: event.target.value })}
            />
          </Field>
        )}
      </section>
      <section className="card account-section">
        <h2>{say('nationalId')}</h2>
        <Select
          aria-label={say('nationalId')}
          value={String(draft.nationalIdCheck)}
          options={[
            {
              value: 'null',
              label: say('nationalIdDefault', {
                word: say(facts.platformNationalIdCheck ? 'on' : 'offWord'),
              }),
            },
            { value: 'true', label: say('nationalIdOn') },
            { value: 'false', label: say('nationalIdOff') },
          ]}
          onChange={(value) => setDraft({ ...draft, nationalIdCheck: JSON.parse(value) })}
        />
      </section>
      <section className="card account-section">
        <h2>{say('resends')}</h2>
        <Radio.Group
          value={draft.keepsCode}
          options={[
            { value: false, label: say('resendsNew') },
            { value: true, label: say('resendsSame') },
          ]}
          onChange={({ target }) => setDraft({ ...draft, keepsCode: target.value })}
        />
      </section>
      <UnsavedBar
        effect={isChanged ? say('effectAccess', { name: facts.name }) : undefined}
        verb={say('save')}
        onSave={() => save.mutateAsync()}
        onDrop={() => setDraft(stored)}
      />
    </fieldset>
  );
}
