import { Button, Select } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import {
  type BankChecked,
  type BankFile,
  encodings,
  type Imported,
} from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useImportedText } from './bank-imported.tsx';
import { usePaymentWords } from './payment-words.ts';

const largestBytes = 3_000_000;
const columnNames = ['day', 'amount', 'text', 'payer', 'id', 'currency'] as const;
type Columns = Partial<Record<(typeof columnNames)[number], string>>;

interface Chosen {
  name: string;
  /** As base64. */
  file: string;
  encoding: BankFile['encoding'];
  columns: Columns;
}

/** Chooses a file of the bank, shows what it would change, and imports it. */
export function BankImport({
  onDone,
  onClose,
}: {
  onDone(imported: Imported): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const textOf = useImportedText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [checked, setChecked] = useState<BankChecked>();
  const [problem, setProblem] = useState<unknown>();
  const check = async (next: Chosen) => {
    setChosen(next);
    setChecked((before) => before && { ...before, imported: null });
    setProblem(undefined);
    try {
      setChecked(await api.post<BankChecked>('payments/bank-check', bodyOf(next)));
    } catch (error) {
      setProblem(error);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    setChecked(undefined);
    if (file.size > largestBytes) return setProblem(new Error(say('bankTooLarge')));
    await check({ name: file.name, file: await base64Of(file), encoding: 'utf-8', columns: {} });
  };
  const columns = checked?.columns;
  const rows = chosen ? [{ label: say('bankFile'), value: chosen.name }] : [];
  return (
    <Confirm
      isOpen
      title={say('bankImportTitle')}
      verb={say('bankImportVerb')}
      rows={rows}
      summary={[
        ...rows,
        ...(checked?.imported
          ? [{ label: say('bankResult'), value: textOf(checked.imported, true) }]
          : []),
      ]}
      canConfirm={chosen !== undefined && Boolean(checked?.imported)}
      onConfirm={async () => {
        if (!chosen) return;
        const done = await api.post<Imported>('payments/bank-import', bodyOf(chosen));
        toast(textOf(done, false));
        onDone(done);
      }}
      onClose={onClose}
    >
      <p className="soft">{say('bankImportText')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xml,.sta,.mt940,.940"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        {say(chosen ? 'bankOtherFile' : 'bankChoose')}
      </Button>
      {chosen && (
        <Field label={say('bankEncoding')} name="encoding">
          <Select
            value={chosen.encoding}
            onChange={(encoding) => void check({ ...chosen, encoding })}
            options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </Field>
      )}
      {chosen &&
        columns &&
        columnNames.map((name) => (
          <Field key={name} label={say(`column_${name}`)}>
            <Select
              allowClear
              value={chosen.columns[name]}
              onChange={(value) =>
                void check({ ...chosen, columns: { ...chosen.columns, [name]: value } })
              }
              options={columns.map((value) => ({ value, label: value }))}
            />
          </Field>
        ))}
      <ProblemBar error={problem} />
      <div role="status">{checked?.imported && <p>{textOf(checked.imported, true)}</p>}</div>
    </Confirm>
  );
}

/** Columns count once day and amount are named. */
function bodyOf({ file, encoding, columns }: Chosen): BankFile {
  const { day, amount, ...others } = columns;
  return { file, encoding, columns: day && amount ? { day, amount, ...others } : null };
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
