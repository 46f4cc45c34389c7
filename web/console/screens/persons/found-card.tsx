import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  AskedPerson,
  FoundPerson,
  PersonFile,
} from '../../../../src/surfaces/console/persons/persons-contract.ts';
import { saveFile } from '../../client/downloads.ts';
import { useApi } from '../../client/use-api.ts';
import { currentLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { recordWord, usePersonsWords } from './persons-words.ts';

type Row = FoundPerson['records'][number];

export function FoundCard({
  person,
  held,
  onErase,
}: {
  person: AskedPerson;
  held: FoundPerson;
  onErase(): void;
}): ReactElement {
  const say = usePersonsWords();
  const api = useApi();
  const [error, setError] = useState<unknown>();
  const rows = held.records.filter(({ count }) => count > 0);
  const exportAs = async (format: 'json' | 'pdf') => {
    setError(undefined);
    const asked = { ...person, format, language: currentLanguage() };
    await api.post<PersonFile>('persons/export', asked).then((file) => {
      saveFile(file);
      toast(say('exported', { file: file.fileName }));
    }, setError);
  };
  const columns: Column<Row>[] = [
    { name: 'record', title: say('record'), cell: ({ name }) => say(recordWord(name)) },
    { name: 'count', title: say('count'), cell: ({ count }) => count, isNumber: true },
  ];
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('foundTitle')}</h2>
      </header>
      <ProblemBar error={error} />
      {rows.length === 0 ? (
        <p className="persons-note">{say('nothing')}</p>
      ) : (
        <>
          <DataTable
            label={say('foundTitle')}
            columns={columns}
            rows={rows}
            rowKey={({ name }) => name}
            phone={({ name, count }) => ({
              title: say(recordWord(name)),
              amount: count,
              rest: '',
            })}
          />
          <div className="persons-actions">
            <Button onClick={() => void exportAs('pdf')}>{say('exportPdf')}</Button>
            <Button onClick={() => void exportAs('json')}>{say('exportJson')}</Button>
            <Button onClick={onErase}>{say('erase')}</Button>
          </div>
          {held.isCut && <p className="persons-note">{say('isCut')}</p>}
        </>
      )}
    </section>
  );
}
