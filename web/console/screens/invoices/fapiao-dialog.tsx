import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { FapiaoRow } from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DateTimeField } from '../../kit/date-time-field.tsx';
import { isDay } from '../../kit/date-time-text.ts';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';

export type FapiaoDeed = 'Issue' | 'Refuse' | 'Reverse';

const done = { Issue: 'fapiaoIssued', Refuse: 'fapiaoRefused', Reverse: 'fapiaoReversed' } as const;
const verbs = {
  Issue: 'fapiaoIssue',
  Refuse: 'fapiaoRefuseVerb',
  Reverse: 'fapiaoReverse',
} as const;
const asked = ['fapiaoNumber', 'fapiaoCode', 'issuedOn', 'file'] as const;
const labels = { issuedOn: 'fapiaoDay', file: 'fapiaoFile' } as const;
const notes = {
  fapiaoCode: 'fapiaoCodeNote',
  file: 'fapiaoFileNote',
} as const;

/** Notes what became of a request, below everything that the fapiao must say. */
export function FapiaoDialog({
  deed,
  row,
  onDone,
  onClose,
}: {
  deed: FapiaoDeed;
  row: FapiaoRow;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  // A fapiao is dated in China.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const [typed, setTyped] = useState({
    fapiaoNumber: '',
    fapiaoCode: '',
    issuedOn: today,
    file: '',
  });
  const [reason, setReason] = useState('');
  const { requestId } = row;
  const isIssue = deed === 'Issue';
  const label = (name: (typeof asked)[number]) =>
    say(name in labels ? labels[name as keyof typeof labels] : (name as 'fapiaoCode'));
  return (
    <Confirm
      isOpen
      title={say(verbs[deed])}
      verb={say(verbs[deed])}
      rows={factsOf(row, say)}
      summary={
        isIssue
          ? asked.map((name) => ({ label: label(name), value: typed[name] }))
          : [{ label: say('fapiaoReason'), value: reason }]
      }
      canConfirm={
        (isIssue ? typed.fapiaoNumber : reason).trim() !== '' && (!isIssue || isDay(typed.issuedOn))
      }
      onConfirm={async () => {
        if (isIssue)
          await api.post('invoices/issue-fapiao', {
            ...{ requestId, ...typed },
            issuedOn: typed.issuedOn.trim(),
          });
        else {
          const to = deed === 'Refuse' ? 'refused' : 'reversed';
          await api.post('invoices/end-fapiao', { requestId, to, reason });
        }
        toast(say(done[deed]));
        onDone();
      }}
      onClose={onClose}
    >
      {isIssue ? (
        asked.map((name) =>
          name === 'issuedOn' ? (
            <DateTimeField
              key={name}
              isDayOnly
              label={label(name)}
              name={name}
              text={typed[name]}
              onText={(issuedOn) => setTyped({ ...typed, issuedOn })}
            />
          ) : (
            <Field
              key={name}
              label={label(name)}
              name={name}
              note={name in notes ? say(notes[name as keyof typeof notes]) : undefined}
            >
              <Input
                value={typed[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </Field>
          ),
        )
      ) : (
        <Field label={say('fapiaoReason')} name="reason" note={say('fapiaoReasonNote')}>
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </Confirm>
  );
}

/** Everything that the fapiao must say; what its kind does not need is left out. */
function factsOf(row: FapiaoRow, say: ReturnType<typeof useInvoiceWords>) {
  const texts = [
    [say('account'), row.accountName],
    [say('fapiaoKind'), say(`kind_${row.kind}`)],
    [say('fapiaoWho'), say(row.isCompany ? 'company' : 'person')],
    [say('fapiaoTitle'), row.title],
    [say('taxNumber'), row.taxNumber],
    [say('fapiaoAddress'), row.address],
    [say('phone'), row.phone],
    [say('bank'), row.bank],
    [say('bankAccount'), row.bankAccount],
    [say('email'), row.email],
    [say('remark'), row.remark],
  ] as const;
  return [
    ...texts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
    {
      label: say('fapiaoAmount'),
      value: <Money amount={row.amount} currency={row.currency} isPaid />,
    },
  ];
}
