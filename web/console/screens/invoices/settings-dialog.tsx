import { Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type { SettingsForm } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';

const names = ['sellerAddress', 'sellerTaxId', 'invoicePattern', 'creditNotePattern'] as const;
const switches = ['isOn', 'takesFapiao'] as const;
/** How the server's refusals call them. */
const fields: Readonly<Record<string, string>> = { sellerAddress: 'address', sellerTaxId: 'taxId' };
const example = 'INV-{year}-{number:6}';

/** Changes who issues invoices, how they are numbered, and whether payments get one. */
export function SettingsDialog({
  settings,
  onDone,
  onClose,
}: {
  settings: SettingsForm;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const [typed, setTyped] = useState(settings);
  return (
    <Confirm
      isOpen
      title={say('settingsTitle')}
      verb={say('save')}
      summary={[
        ...switches.map((name) => ({ label: say(name), value: say(typed[name] ? 'on' : 'off') })),
        ...names.map((name) => ({ label: say(name), value: typed[name] })),
      ]}
      onConfirm={async () => {
        await api.post('invoices/set', typed);
        toast(say('saved'));
        onDone();
      }}
      onClose={onClose}
    >
      {names.map((name) => (
        <Field
          key={name}
          label={say(name)}
          name={fields[name] ?? name}
          note={name === 'invoicePattern' ? say('patternNote', { example }) : undefined}
        >
          {name === 'sellerAddress' ? (
            <Input.TextArea
              rows={3}
              value={typed.sellerAddress}
              onChange={(event) => setTyped({ ...typed, sellerAddress: event.target.value })}
            />
          ) : (
            <Input
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {switches.map((name) => (
        <Field
          key={name}
          label={say(name)}
          name={name}
          note={say(name === 'isOn' ? 'onNote' : 'takesFapiaoNote')}
        >
          <Radio.Group
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            options={[true, false].map((value) => ({ value, label: say(value ? 'on' : 'off') }))}
          />
        </Field>
      ))}
    </Confirm>
  );
}
