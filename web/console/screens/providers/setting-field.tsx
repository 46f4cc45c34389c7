import { Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import type {
  ProviderFacts,
  VendorSetting,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { useIsLocked } from '../../kit/locked-note.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useProvidersWords } from './providers-words.ts';

type Value = string | number | boolean | null;

interface FieldProps {
  setting: VendorSetting;
  /** The stored value, unless it is a secret. */
  stored: unknown;
  /** Who set the secret, and when; undefined before the first time. */
  secret: ProviderFacts['secrets'][number] | undefined;
  typed: Value | undefined;
  onType(value: Value | undefined): void;
  /** The element that says what the setting is for. */
  noteId?: string;
}

export function SettingField(props: FieldProps): ReactElement {
  const { setting, secret } = props;
  const say = useProvidersWords();
  const language = useLanguage();
  const title = (
    <span>
      {setting.title[language]}
      {setting.isRequired && <span className="soft"> {say('required')}</span>}
      {setting.type === 'json' && <span className="soft"> · {say('json')}</span>}
    </span>
  );
  const noteId = useId();
  const help = setting.help && (
    <span id={noteId} className="field-note">
      {setting.help[language]}
    </span>
  );
  const described = { ...props, ...(help && { noteId }) };
  if (setting.isSecret && secret) {
    return (
      <div className="field">
        {title}
        <StoredSecret {...described} secret={secret} />
        {help}
      </div>
    );
  }
  return (
    <div className="field">
      {setting.type !== 'flag' && title}
      <Control {...described} />
      {help}
    </div>
  );
}

/** Stored secrets are never shown, only replaced. */
function StoredSecret({
  secret,
  ...props
}: FieldProps & { secret: NonNullable<FieldProps['secret']> }): ReactElement {
  const say = useProvidersWords();
  const language = useLanguage();
  const isLocked = useIsLocked('providers', 'providers.settings');
  const [isReplaced, setReplaced] = useState(false);
  const { setAt, by } = secret;
  if (!isReplaced) {
    return (
      <span className="secret-line">
        <span className="soft">
          ••••••••{' '}
          {setAt
            ? say('secretSet', { time: timeText(setAt, 'short', language), by: by ?? '' })
            : say('secretKept')}
        </span>
        {!isLocked && (
          <button type="button" className="link" onClick={() => setReplaced(true)}>
            {say('replace')}
          </button>
        )}
      </span>
    );
  }
  return (
    <span className="secret-line">
      <Control {...props} secret={undefined} />
      <button
        type="button"
        className="link"
        onClick={() => {
          setReplaced(false);
          props.onType(undefined);
        }}
      >
        {say('keep')}
      </button>
    </span>
  );
}

function Control({ setting, stored, typed, onType, noteId }: FieldProps): ReactElement {
  const described = noteId ? { 'aria-describedby': noteId } : {};
  const language = useLanguage();
  const { type, name, isSecret, isMultiline, choices, minimum, maximum, example } = setting;
  const label = setting.title[language];
  const value = typed !== undefined ? typed : (stored ?? setting.default);
  if (type === 'flag') {
    return (
      <Checkbox
        {...described}
        checked={value === true}
        onChange={({ target }) => onType(target.checked)}
      >
        {label}
      </Checkbox>
    );
  }
  if (type === 'choice') {
    return (
      <Select
        {...described}
        aria-label={label}
        value={value as string | null}
        options={choices.map((one) => ({ value: one, label: one }))}
        onChange={onType}
      />
    );
  }
  if (type === 'integer' || type === 'number') {
    return (
      <InputNumber
        {...described}
        aria-label={label}
        value={value as number | null}
        {...(minimum === null ? {} : { min: minimum })}
        {...(maximum === null ? {} : { max: maximum })}
        onChange={onType}
      />
    );
  }
  const text =
    typeof value === 'string' || value === null ? (value ?? '') : JSON.stringify(value, null, 2);
  const common = {
    ...described,
    'aria-label': label,
    name,
    value: text,
    placeholder: example ?? undefined,
    autoComplete: 'off',
  };
  if (isMultiline || type === 'json') {
    return (
      <Input.TextArea
        {...common}
        className="mono"
        rows={5}
        onChange={({ target }) => onType(target.value)}
      />
    );
  }
  return isSecret ? (
    <Input.Password
      {...common}
      autoComplete="new-password"
      onChange={({ target }) => onType(target.value)}
    />
  ) : (
    <Input {...common} onChange={({ target }) => onType(target.value)} />
  );
}
