import './invoices.css';
import { Checkbox, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, parseMoney } from '../../../../src/foundation/money.ts';
import type {
  FapiaoAsk,
  FapiaoFree,
} from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { numberText } from '../../kit/number-text.ts';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';

type Form = Omit<FapiaoAsk, 'payments'>;
type TextName = Exclude<keyof Form, 'kind' | 'isCompany'>;

const none: Form = {
  ...{ kind: 'normal', isCompany: true, title: '', taxNumber: '', address: '', phone: '' },
  ...{ bank: '', bankAccount: '', email: '', remark: '' },
};
const words = { title: 'fapiaoTitle', address: 'fapiaoAddress', remark: 'remarkOptional' } as const;

/** Which fields a fapiao of this kind and buyer needs. */
function fieldsOf({ kind, isCompany }: Form): readonly TextName[] {
  return [
    'title',
    ...(isCompany ? (['taxNumber'] as const) : []),
    ...(kind === 'special' ? (['address', 'phone', 'bank', 'bankAccount'] as const) : []),
    ...(['email', 'remark'] as const),
  ];
}

/** Asks for a fapiao for payments that are in none yet. */
export function FapiaoAskDialog({
  free: { payments, currency },
  onDone,
  onClose,
}: {
  free: FapiaoFree;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const [form, setForm] = useState(none);
  const [chosen, choose] = useState(payments.map(({ paymentId }) => paymentId));
  const names = fieldsOf(form);
  const label = (name: TextName) =>
    say(name in words ? words[name as keyof typeof words] : (name as 'email'));
  const sum = payments
    .filter(({ paymentId }) => chosen.includes(paymentId))
    .reduce((so, { amount }) => so + (parseMoney(amount) ?? 0n), 0n);
  const total = `${numberText(formatMoney(sum))} ${currency}`;
  const needed = names.filter((name) => name !== 'remark');
  return (
    <Confirm
      isOpen
      title={say('fapiaoAsk')}
      verb={say('fapiaoSend')}
      summary={[
        { label: say('fapiaoKind'), value: say(`kind_${form.kind}`) },
        ...names.map((name) => ({ label: label(name), value: form[name] })),
        { label: say('fapiaoAmount'), value: total },
      ]}
      canConfirm={chosen.length > 0 && needed.every((name) => form[name].trim() !== '')}
      onConfirm={async () => {
        await api.post('invoices/ask-fapiao', { ...form, payments: chosen });
        toast(say('fapiaoSent'));
        onDone();
      }}
      onClose={onClose}
    >
      <Field label={say('fapiaoWho')}>
        <Radio.Group
          value={form.isCompany}
          onChange={(event) => setForm({ ...form, isCompany: event.target.value, kind: 'normal' })}
          options={[true, false].map((value) => ({
            value,
            label: say(value ? 'company' : 'person'),
          }))}
        />
      </Field>
      {form.isCompany && (
        <Field label={say('fapiaoKind')}>
          <Radio.Group
            value={form.kind}
            onChange={(event) => setForm({ ...form, kind: event.target.value })}
            options={(['normal', 'special'] as const).map((value) => ({
              value,
              label: say(`kind_${value}`),
            }))}
          />
        </Field>
      )}
      {names.map((name) => (
        <Field key={name} label={label(name)} name={name}>
          <Input
            value={form[name]}
            onChange={(event) => setForm({ ...form, [name]: event.target.value })}
          />
        </Field>
      ))}
      <Field label={say('fapiaoPayments')} note={say('fapiaoSum', { amount: total })}>
        <Checkbox.Group
          className="invoices-choices"
          value={chosen}
          onChange={choose}
          options={payments.map(({ paymentId, paidAt, amount }) => ({
            value: paymentId,
            label: (
              <>
                <Time at={paidAt} form="short" /> · {numberText(amount)} {currency}
              </>
            ),
          }))}
        />
      </Field>
    </Confirm>
  );
}
