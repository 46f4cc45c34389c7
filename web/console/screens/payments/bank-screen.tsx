import './payments.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  BankLineRow,
  BankLines,
  Imported,
} from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { useGo } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { BankImport } from './bank-import.tsx';
import { BankImported } from './bank-imported.tsx';
import { BankLineDialog, type LineDeed } from './bank-line-dialog.tsx';
import { BankTable } from './bank-table.tsx';
import { usePaymentWords } from './payment-words.ts';

const states = ['open', 'all'] as const;
const fields = { state: choice([...states], 'open') };

/** Money on the operator's bank account, from the bank's files: what waits, and what became of the rest. */
export default function BankScreen(): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const [{ state }, set] = useSearchState(fields);
  const [isImporting, setImporting] = useState(false);
  const [imported, setImported] = useState<Imported>();
  const [asked, setAsked] = useState<{ deed: LineDeed; line: BankLineRow }>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, 'payment-bank', state],
    queryFn: ({ signal }) =>
      api.get<BankLines>('payments/bank-lines', state === 'all' ? {} : { state }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        title={say('bank')}
        trail={{ label: say('back'), onOpen: () => go('payments') }}
        actions={
          may('payments.change') && (
            <Button type="primary" onClick={() => setImporting(true)}>
              {say('bankImport')}…
            </Button>
          )
        }
      />
      <div className="stack">
        {imported && <BankImported imported={imported} onClose={() => setImported(undefined)} />}
        <section className="card">
          <Radio.Group
            className="bank-states"
            aria-label={say('state')}
            optionType="button"
            value={state}
            onChange={(event) => set({ state: event.target.value })}
            options={states.map((value) => ({ value, label: say(`line_${value}`) }))}
          />
          <ProblemBar error={error} onRetry={() => void refetch()} />
          {isPending && <RowsSkeleton rows={6} />}
          {data && (
            <BankTable
              page={data}
              isOpenOnly={state === 'open'}
              onAct={may('payments.change') ? (deed, line) => setAsked({ deed, line }) : undefined}
            />
          )}
        </section>
        <p className="payments-note">{say('bankNote')}</p>
      </div>
      {isImporting && (
        <BankImport
          onDone={(result) => {
            setImported(result);
            void refetch();
          }}
          onClose={() => setImporting(false)}
        />
      )}
      {asked && (
        <BankLineDialog
          {...asked}
          providers={data?.providers ?? []}
          titles={data?.titles ?? {}}
          onDone={() => void refetch()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
