import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import type {
  ProviderFacts,
  VendorRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Field } from '../../kit/field.tsx';
import { Lockable, useIsLocked } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { ParticularsFields } from './particulars-fields.tsx';
import { ProviderAside } from './provider-aside.tsx';
import {
  costsOf,
  draftOf,
  NotJson,
  type ProviderDraft,
  particularsOf,
  typedSettings,
} from './provider-draft.ts';
import { ProviderSwitches } from './provider-switches.tsx';
import { useProvidersWords } from './providers-words.ts';
import { SettingField } from './setting-field.tsx';

export function ProviderForm({
  vendor,
  facts,
  onChanged,
  onAdded,
  onRemoved,
}: {
  vendor: VendorRow;
  /** Undefined for a new provider. */
  facts: ProviderFacts | undefined;
  onChanged(): Promise<void>;
  onAdded(code: string): void;
  onRemoved(): void;
}): ReactElement {
  const say = useProvidersWords();
  const api = useApi();
  const [draft, setDraft] = useState<ProviderDraft>(() => draftOf(facts));
  const isKept = useRef(false);
  const change = (one: Partial<ProviderDraft>) => {
    isKept.current = false;
    setDraft({ ...draft, ...one });
  };
  const isUnsaved = () =>
    !isKept.current && JSON.stringify(draft) !== JSON.stringify(draftOf(facts));
  const code = facts?.code ?? draft.code;
  const isLocked = useIsLocked('providers');
  const save = useMutation({
    mutationFn: async () => {
      const particulars = vendor.kind === 'face' ? particularsOf(draft) : undefined;
      const body = {
        ...{ code, settings: typedSettings(vendor, draft), costs: costsOf(draft) },
        ...(particulars ? { particulars } : {}),
      };
      return facts
        ? api.post('providers/set', { ...body, version: facts.version })
        : api.post('providers/add', { ...body, vendor: vendor.code, isOn: true });
    },
    onSuccess: async () => {
      isKept.current = true;
      toast(say(facts ? 'saved' : 'added', { code }));
      await onChanged();
      if (!facts) onAdded(code);
    },
  });
  const settingFields = (isNeeded: boolean) =>
    vendor.settings
      .filter(({ isRequired }) => isRequired === isNeeded)
      .map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          stored={facts?.settings[setting.name]}
          secret={facts?.secrets.find(({ name }) => name === setting.name)}
          typed={draft.settings[setting.name]}
          onType={(value) => {
            const { [setting.name]: _, ...others } = draft.settings;
            change({
              settings: value === undefined ? others : { ...others, [setting.name]: value },
            });
          }}
        />
      ));
  return (
    <div className="provider-columns">
      <form
        className="card provider-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <SaveProblem error={save.error} />
        {!facts && (
          <CodeField
            value={draft.code}
            usual={vendor.code}
            onChange={(typed) => change({ code: typed })}
          />
        )}
        <Lockable names={['providers', 'providers.settings']}>{settingFields(true)}</Lockable>
        <Lockable names={['providers', 'providers.particulars']}>
          {vendor.kind === 'face' && (
            <ParticularsFields
              particulars={draft.particulars}
              hasMissingDetails={(facts?.untold.length ?? 0) > 0}
              onChange={(particulars) => change({ particulars })}
            />
          )}
        </Lockable>
        <details className="provider-more">
          <summary>{say('moreSettings')}</summary>
          <Lockable names={['providers', 'providers.costs']}>
            <CostFields draft={draft} onChange={change} />
          </Lockable>
          <Lockable names={['providers', 'providers.settings']}>{settingFields(false)}</Lockable>
        </details>
        <footer className="provider-foot">
          {facts && <ProviderSwitches facts={facts} onChanged={onChanged} onClose={onRemoved} />}
          {!code && (
            <span id="provider-needs" className="field-note">
              {say('addNeeds')}
            </span>
          )}
          <Button
            type="primary"
            htmlType="submit"
            disabled={isLocked || !code}
            aria-describedby="provider-needs"
            loading={save.isPending}
          >
            {facts ? say('saveVerb') : say('addVerb', { code: code || vendor.code })}
          </Button>
        </footer>
      </form>
      <ProviderAside vendor={vendor} facts={facts} settings={() => typedSettings(vendor, draft)} />
      <LeaveDialog isUnsaved={isUnsaved} />
    </div>
  );
}

function CodeField({
  value,
  usual,
  onChange,
}: {
  value: string;
  usual: string;
  onChange(code: string): void;
}): ReactElement {
  const say = useProvidersWords();
  return (
    <Field label={say('code')} note={say('codeHint')}>
      <Input
        className="mono"
        value={value}
        placeholder={usual}
        onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
      />
    </Field>
  );
}

function CostFields({
  draft,
  onChange,
}: {
  draft: ProviderDraft;
  onChange(change: Partial<ProviderDraft>): void;
}): ReactElement {
  const say = useProvidersWords();
  return (
    <div className="provider-pair">
      <Field label={say('costEach')}>
        <Input
          inputMode="decimal"
          value={draft.costEach}
          placeholder="0.0450"
          onChange={({ target }) => onChange({ costEach: target.value })}
        />
      </Field>
      <Field label={say('costRegions')}>
        <Input
          value={draft.costRegions}
          onChange={({ target }) => onChange({ costRegions: target.value })}
        />
      </Field>
    </div>
  );
}

function SaveProblem({ error }: { error: unknown }): ReactElement | null {
  const say = useProvidersWords();
  if (error instanceof NotJson) {
    return <p className="field-problem">{say('notJson', { name: error.message })}</p>;
  }
  return <ProblemBar error={error} isChange />;
}
