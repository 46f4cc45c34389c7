import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { BillingDetails } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { CountrySelect, useCountryName } from '../../kit/country-select.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';

const none: BillingDetails = { name: '', address: '', country: '', vatId: '' };
const names = ['name', 'address', 'country', 'vatId'] as const;

/** Whom invoices of the account are made out to from now on. */
export function BillingDialog({
  billing,
  onDone,
  onClose,
}: {
  billing: BillingDetails | null;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const nameOf = useCountryName();
  const [typed, setTyped] = useState(billing ?? none);
  const field = (name: (typeof names)[number]) => {
    const change = (value: string) => setTyped({ ...typed, [name]: value });
    return (
      <Field
        key={name}
        label={say(name)}
        name={name}
        note={name === 'vatId' ? say('vatIdNote') : undefined}
      >
        {name === 'country' ? (
          <CountrySelect value={typed.country} onChange={change} />
        ) : name === 'address' ? (
          <Input.TextArea
            rows={3}
            value={typed.address}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <Input value={typed[name]} onChange={(event) => change(event.target.value)} />
        )}
      </Field>
    );
  };
  return (
    <Confirm
      isOpen
      title={say('billing')}
      verb={say('billingSave')}
      summary={names.map((name) => ({
        label: say(name),
        value: name === 'country' && typed.country ? nameOf(typed.country) : typed[name],
      }))}
      canConfirm={[typed.name, typed.address, typed.country].every((value) => value.trim() !== '')}
      onConfirm={async () => {
        await api.post('invoices/set-billing', typed);
        toast(say('billingSaved'));
        onDone();
      }}
      onClose={onClose}
    >
      {names.map(field)}
      <p className="field-note">{say('billingNote')}</p>
    </Confirm>
  );
}
