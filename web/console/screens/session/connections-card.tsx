import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Connections } from '../../../../src/surfaces/console/session/session-contract.ts';
import { get, post } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useSessionWords } from './session-words.ts';

type Connection = Connections['connections'][number];

const key = ['session', 'cell', 'connections'];

/** The sign-ins of other cells that open this one; only where there are other cells. */
export function ConnectionsCard(): ReactElement | null {
  const say = useSessionWords();
  const sayKit = useKitWords();
  const queries = useQueryClient();
  const hasCells = !!useSession().cells;
  const [leaving, setLeaving] = useState<Connection>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<Connections>('session/connections', {}, signal),
    enabled: hasCells,
  });
  if (!hasCells) return null;
  const disconnect = async () => {
    await post('session/cell/disconnect', { subject: leaving?.subject });
    toast(say('disconnected'));
    await queries.invalidateQueries({ queryKey: key });
  };
  const cell = leaving?.cell ?? 0;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('connections')}</h2>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={1} height={48} />}
      {data?.isKnownByIssuer && <p className="security-none">{say('knownByIssuer')}</p>}
      {data?.connections.length === 0 && !data.isKnownByIssuer && (
        <p className="security-none">{say('noConnections')}</p>
      )}
      {data?.connections.map((connection) => (
        <div key={connection.subject} className="security-row">
          <p>
            {sayKit('cell', { cell: connection.cell })}
            <br />
            <span className="soft">
              {say('connectedSince')} <Time at={connection.connectedAt} />
            </span>
          </p>
          <Button
            aria-label={say('disconnectCell', { cell: connection.cell })}
            onClick={() => setLeaving(connection)}
          >
            {say('disconnect')}
          </Button>
        </div>
      ))}
      <Confirm
        isOpen={leaving !== undefined}
        title={say('disconnectCell', { cell })}
        verb={say('disconnect')}
        isDanger
        onConfirm={disconnect}
        onClose={() => setLeaving(undefined)}
      >
        <p>{say('disconnectText', { cell })}</p>
      </Confirm>
    </section>
  );
}
