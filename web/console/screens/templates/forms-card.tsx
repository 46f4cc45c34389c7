import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Form,
  FormRules,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { useTemplatesWords } from './templates-words.ts';

/** The template as each provider knows it. */
export function FormsCard({
  providers,
  names,
  forms,
  onChange,
}: {
  providers: readonly FormRules[];
  names: readonly string[];
  forms: Readonly<Record<string, Form>>;
  onChange(code: string, form: Form): void;
}): ReactElement {
  const say = useTemplatesWords();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('forms')}</h2>
      </header>
      <p className="forms-hint soft">{say(providers.length > 0 ? 'formsHint' : 'noProviders')}</p>
      {providers.map((rules) => (
        <FormRow
          key={rules.code}
          rules={rules}
          names={names}
          form={forms[rules.code] ?? {}}
          onChange={(form) => onChange(rules.code, form)}
        />
      ))}
    </section>
  );
}

const wordsOf = (text: string) => text.split(/[,，\s]+/).filter(Boolean);

function readPairs(text: string): Record<string, string> {
  const pairs = wordsOf(text).map((pair) => pair.split('='));
  return Object.fromEntries(pairs.filter(([ours, theirs]) => ours && theirs));
}

function pairsText(pairs: Form['variables'] = {}): string {
  return Object.entries(pairs)
    .map(([ours, theirs]) => `${ours}=${theirs}`)
    .join(', ');
}

function withField(form: Form, name: keyof Form, value: string | object): Form {
  const { [name]: _, ...others } = form;
  return Object.keys(value).length === 0 ? others : { ...others, [name]: value };
}

function FormRow({
  rules: { code, vendorTitle, kind, isOn, form: way, needsCode, needsSignature },
  names,
  form,
  onChange,
}: {
  rules: FormRules;
  names: readonly string[];
  form: Form;
  onChange(form: Form): void;
}): ReactElement {
  const say = useTemplatesWords();
  const language = useLanguage();
  const [pairs, setPairs] = useState(pairsText(form.variables));
  const [order, setOrder] = useState((form.order ?? []).join(', '));
  const field = (
    label: string,
    value: string,
    onType: (typed: string) => void,
    { isNeeded, hint = '' }: { isNeeded?: boolean; hint?: string } = {},
  ) => (
    <label className="field">
      <span>
        {label}
        {isNeeded !== undefined && (
          <span className="soft"> {say(isNeeded ? 'needed' : 'optional')}</span>
        )}
      </span>
      <Input value={value} placeholder={hint} onChange={({ target }) => onType(target.value)} />
    </label>
  );
  return (
    <fieldset className="form-row">
      <legend>
        <code>{code}</code>{' '}
        <span className="soft">
          {vendorTitle[language]} · {say(`form_${way}`)}
          {!isOn && ` · ${say('offWord')}`}
        </span>
      </legend>
      {(needsCode || way !== 'text') &&
        field(
          say('code'),
          form.code ?? '',
          (typed) => onChange(withField(form, 'code', typed.trim())),
          { isNeeded: needsCode },
        )}
      {kind === 'sms' &&
        field(
          say('signature'),
          form.signature ?? '',
          (typed) => onChange(withField(form, 'signature', typed)),
          { isNeeded: needsSignature },
        )}
      {way === 'named' &&
        names.length > 0 &&
        field(
          say('variables'),
          pairs,
          (typed) => {
            setPairs(typed);
            onChange(withField(form, 'variables', readPairs(typed)));
          },
          { hint: names.map((name) => `${name}=${name}`).join(', ') },
        )}
      {way === 'positional' &&
        names.length > 1 &&
        field(
          `${say('order')} (${say('orderHint')})`,
          order,
          (typed) => {
            setOrder(typed);
            onChange(withField(form, 'order', wordsOf(typed)));
          },
          { hint: names.join(', ') },
        )}
    </fieldset>
  );
}
