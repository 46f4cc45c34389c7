import { Checkbox, Input, InputNumber } from 'antd';
import type { ReactElement } from 'react';
import type { ProviderParticulars } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { Field } from '../../kit/field.tsx';
import { useProvidersWords } from './providers-words.ts';

/** The legal details that the consent page shows for a face vendor. */
export function ParticularsFields({
  particulars,
  hasMissingDetails,
  onChange,
}: {
  particulars: Partial<ProviderParticulars>;
  hasMissingDetails: boolean;
  onChange(particulars: Partial<ProviderParticulars>): void;
}): ReactElement {
  const say = useProvidersWords();
  const { legalName = { en: '', zh: '' }, contact, privacyUrl, keepDays, isAbroad } = particulars;
  const text = (label: string, value: string, onType: (typed: string) => void) => (
    <Field label={label}>
      <Input value={value} onChange={({ target }) => onType(target.value)} />
    </Field>
  );
  return (
    <fieldset className="provider-particulars">
      <legend>{say('particulars')}</legend>
      <p className="field-note">
        {say(hasMissingDetails ? 'particularsMissing' : 'particularsHint')}
      </p>
      <div className="provider-pair">
        {text(say('nameEn'), legalName.en, (en) =>
          onChange({ ...particulars, legalName: { ...legalName, en } }),
        )}
        {text(say('nameZh'), legalName.zh, (zh) =>
          onChange({ ...particulars, legalName: { ...legalName, zh } }),
        )}
        {text(say('contact'), contact ?? '', (typed) =>
          onChange({ ...particulars, contact: typed }),
        )}
        {text(say('privacyUrl'), privacyUrl ?? '', (typed) =>
          onChange({ ...particulars, privacyUrl: typed }),
        )}
        <Field label={say('keepDays')}>
          <InputNumber
            min={0}
            precision={0}
            value={keepDays ?? null}
            onChange={(days) => onChange({ ...particulars, keepDays: days ?? 0 })}
          />
        </Field>
        <Checkbox
          checked={isAbroad ?? false}
          onChange={({ target }) => onChange({ ...particulars, isAbroad: target.checked })}
        >
          {say('isAbroad')}
        </Checkbox>
      </div>
    </fieldset>
  );
}
