import type { ReactElement } from 'react';
import type { Erasures } from '../../../../src/surfaces/console/persons/persons-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { currentLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Time } from '../../kit/time.tsx';
import { usePersonsWords } from './persons-words.ts';

type Erasure = Erasures['erasures'][number];

export function ErasuresCard({ erasures }: { erasures: readonly Erasure[] }): ReactElement {
  const say = usePersonsWords();
  const shortOf = ({ reference }: Erasure) => reference.slice(0, 8);
  const stateOf = ({ finishedAt, waiting }: Erasure) => {
    if (finishedAt) return say('finished');
    if (waiting.calls > 0) return say('waitsCalls', { count: waiting.calls });
    if (waiting.confirmations === 0) return say('inProgress');
    return say('waitsConfirmations', { count: waiting.confirmations });
  };
  const columns: Column<Erasure>[] = [
    {
      name: 'requested',
      title: say('requested'),
      cell: ({ requestedAt }) => <Time at={requestedAt} />,
    },
    {
      name: 'reference',
      title: say('reference'),
      cell: (row) => <code title={row.reference}>{shortOf(row)}</code>,
    },
    { name: 'kind', title: say('kind'), cell: ({ kind }) => say(`kind_${kind}`) },
    {
      name: 'account',
      title: say('scope'),
      cell: ({ accountId }) => accountId ?? say('allAccounts'),
    },
    { name: 'by', title: say('requestedBy'), cell: ({ requestedBy }) => requestedBy },
    { name: 'state', title: say('state'), cell: stateOf },
    {
      name: 'certificate',
      title: say('certificate'),
      cell: (row) => <Certificates erasure={row} short={shortOf(row)} />,
    },
  ];
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('erasuresTitle')}</h2>
      </header>
      {erasures.length === 0 ? (
        <p className="persons-note">{say('noErasures')}</p>
      ) : (
        <DataTable
          label={say('erasuresTitle')}
          columns={columns}
          rows={erasures}
          rowKey={({ erasureId }) => erasureId}
          phone={(row) => ({
            title: <code>{shortOf(row)}</code>,
            rest: `${stateOf(row)} · ${row.requestedBy}`,
            time: <Time at={row.requestedAt} />,
            actions: <Certificates erasure={row} short={shortOf(row)} />,
          })}
        />
      )}
    </section>
  );
}

function Certificates({ erasure, short }: { erasure: Erasure; short: string }): ReactElement {
  const say = usePersonsWords();
  const api = useApi();
  const { erasureId } = erasure;
  const query = { erasureId, language: currentLanguage() };
  return (
    <span className="persons-links">
      {(['pdf', 'json'] as const).map((format) => (
        <a
          key={format}
          className="link"
          href={api.href(`persons/certificate/${format}`, query)}
          download
          aria-label={say('certificateAs', { reference: short, format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
