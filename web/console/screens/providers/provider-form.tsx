import { useMutation } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  ProviderFacts,
  VendorRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Lockable, LockedNote, useIsLocked } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { ParticularsFields } from './particulars-fields.tsx';
import {
  costsOf,
  draftOf,
  NotJson,
  type ProviderDraft,
  particularsOf,
  typedSettings,
} from './provider-draft.ts';
import { ProviderSwitches } from './provider-switches.tsx';
import { ProviderTrialCard } from './provider-trial-card.tsx';
import { useProvidersWords } from './providers-words.ts';
import { SettingField } from './setting-field.tsx';

export function ProviderForm({
  vendor,
  vendors,
  facts,
  onVendor,
  onChanged,
  onClose,
}: {
  vendor: VendorRow;
  vendors: readonly VendorRow[];
  /** Undefined for a new provider. */
  facts: ProviderFacts | undefined;
  onVendor(code: string): void;
  onChanged(): Promise<void>;
  onClose(): void;
}): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const api = useApi();
  const [draft, setDraft] = useState<ProviderDraft>(() => draftOf(facts));
  const change = (one: Partial<ProviderDraft>) => setDraft({ ...draft, ...one });
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
      toast(say(facts ? 'saved' : 'added', { code }));
      await onChanged();
      onClose();
    },
  });
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <LockedNote sections={['providers']} />
      <SaveProblem error={save.error} />
      {!facts && (
        <>
          <label className="field">
            <span>{say('vendor')}</span>
            <Select
              aria-label={say('vendor')}
              showSearch={{ optionFilterProp: 'label' }}
              value={vendor.code}
              options={vendors.map((one) => ({
                value: one.code,
                label: `${one.title[language]} · ${say(one.kind)}`,
              }))}
              onChange={onVendor}
            />
          </label>
          <label className="field">
            <span>{say('code')}</span>
            <Input
              className="mono"
              value={draft.code}
              placeholder={vendor.code}
              onChange={({ target }) => change({ code: target.value.trim().toLowerCase() })}
            />
            <span className="field-note">{say('codeHint')}</span>
          </label>
        </>
      )}
      <Lockable names={['providers', 'providers.settings']}>
        {vendor.settings.map((setting) => (
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
        ))}
      </Lockable>
      <Lockable names={['providers', 'providers.costs']}>
        <div className="provider-pair">
          <label className="field">
            <span>{say('costEach')}</span>
            <Input
              inputMode="decimal"
              value={draft.costEach}
              placeholder="0.0450"
              onChange={({ target }) => change({ costEach: target.value })}
            />
          </label>
          <label className="field">
            <span>{say('costRegions')}</span>
            <Input
              value={draft.costRegions}
              onChange={({ target }) => change({ costRegions: target.value })}
            />
          </label>
        </div>
      </Lockable>
      <Lockable names={['providers', 'providers.particulars']}>
        {vendor.kind === 'face' && (
          <ParticularsFields
            particulars={draft.particulars}
            hasMissingDetails={(facts?.untold.length ?? 0) > 0}
            onChange={(particulars) => change({ particulars })}
          />
        )}
      </Lockable>
      {facts?.callbackUrl && (
        <div className="field">
          <span>{say('callback')}</span>
          <span className="provider-callback">
            <code>{facts.callbackUrl}</code> <CopyButton text={facts.callbackUrl} isBare />
          </span>
          <span className="field-note">{say('callbackHint')}</span>
        </div>
      )}
      <ProviderTrialCard
        vendor={vendor}
        code={facts?.code}
        settings={() => typedSettings(vendor, draft)}
      />
      <footer className="provider-foot">
        {facts && <ProviderSwitches facts={facts} onChanged={onChanged} onClose={onClose} />}
        <Button
          type="primary"
          htmlType="submit"
          disabled={isLocked || !code}
          loading={save.isPending}
        >
          {facts ? say('saveVerb') : say('addVerb', { code: code || vendor.code })}
        </Button>
      </footer>
    </form>
  );
}

function SaveProblem({ error }: { error: unknown }): ReactElement | null {
  const say = useProvidersWords();
  if (error instanceof NotJson) {
    return <p className="field-problem">{say('notJson', { name: error.message })}</p>;
  }
  return <ProblemBar error={error} isChange />;
}
