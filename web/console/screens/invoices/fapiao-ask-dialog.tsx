import './invoices.css';
import { Checkbox, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, parseMoney } from '../../../../src/foundation/money.ts';
import type {
  FapiaoAsk,
  FapiaoFree,
  FapiaoRow,
} from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import type { BillingDetails } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
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

/** Short texts, two beside each other. */
const halves: readonly TextName[] = ['phone', 'bank', 'bankAccount', 'email'];

/** Which fields a fapiao of this kind and buyer needs. */
function fieldsOf({ kind, isCompany }: Form): readonly TextName[] {
  return [
    'title',
    ...(isCompany ? (['taxNumber'] as const) : []),
    ...(kind === 'special' ? (['address', 'bank', 'bankAccount', 'phone'] as const) : []),
    ...(['email', 'remark'] as const),
  ];
}

/** What is known of the buyer: the last request, or else the billing details, and who asks. */
function knownForm(
  billing: BillingDetails | null,
  last: FapiaoRow | undefined,
  asker: string,
): Form {
  const isChinese = billing?.country === 'CN';
  const fromBilling = {
    title: billing?.name ?? '',
    taxNumber: isChinese ? billing.vatId : '',
    address: isChinese ? billing.address.replaceAll('\n', ' ') : '',
  };
  const form = { ...none, ...fromBilling, email: asker };
  if (!last) return form;
  const { kind, isCompany, phone, bank, bankAccount, email } = last;
  const { title, taxNumber, address } = last;
  return {
    ...{ ...form, kind, isCompany, title, phone, bank, bankAccount, email },
    ...{ taxNumber: taxNumber || form.taxNumber, address: address || form.address },
  };
}

/** Asks for a fapiao for payments that are in none yet. */
export function FapiaoAskDialog({
  free: { payments, currency },
  billing,
  last,
  onDone,
  onClose,
}: {
  free: FapiaoFree;
  billing: BillingDetails | null;
  last: FapiaoRow | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const { person } = useSession();
  const [form, setForm] = useState(() => knownForm(billing, last, person?.email ?? ''));
  const [chosen, choose] = useState(payments.map(({ paymentId }) => paymentId));
  const names = fieldsOf(form);
  const label = (name: TextName) =>
    say(name in words ? words[name as keyof typeof words] : (name as 'email'));
  const sum = payments
    .filter(({ paymentId }) => chosen.includes(paymentId))
    .reduce((so, { amount }) => so + (parseMoney(amount) ?? 0n), 0n);
  const total = amountText(formatMoney(sum), currency);
  const covers = say('fapiaoCovers', { count: chosen.length, amount: total });
  const field = (name: TextName) => (
    <Field
      key={name}
      className={halves.includes(name) ? 'field' : 'field invoices-whole'}
      label={label(name)}
      name={name}
      note={name === 'title' ? say(form.isCompany ? 'titleNote' : 'titleNotePerson') : undefined}
    >
      <Input
        value={form[name]}
        onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      />
    </Field>
  );
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
      <Field label={say('fapiaoPayments')} note={covers}>
        <Checkbox.Group
          className="invoices-choices"
          value={chosen}
          onChange={choose}
          options={payments.map(({ paymentId, paidAt, amount }) => ({
            value: paymentId,
            label: (
              <>
                <Time at={paidAt} form="short" /> · {amountText(amount, currency)}
              </>
            ),
          }))}
        />
      </Field>
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
        <Field label={say('fapiaoKind')} note={say(`about_${form.kind}`)}>
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
      <div className="invoices-pairs">{names.map(field)}</div>
    </Confirm>
  );
}
