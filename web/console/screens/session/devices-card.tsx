import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Devices } from '../../../../src/surfaces/console/session/session-contract.ts';
import { get, post } from '../../client/api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useSessionWords } from './session-words.ts';

type Device = Devices['sessions'][number];

const devicesKey = ['session', 'devices'];

export function DevicesCard(): ReactElement {
  const say = useSessionWords();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const devices = useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => get<Devices>('session/devices', {}, signal),
  });
  const end = async (body: object) => {
    await post('session/devices/end', body);
    toast(say('ended'));
    await queries.invalidateQueries({ queryKey: devicesKey });
  };
  const hasOthers = devices.data?.sessions.some(({ isThis }) => !isThis);
  const seen = ({ isThis, seenAt }: Device) => (isThis ? say('now') : <Time at={seenAt} />);
  const endButton = ({ sessionId, isThis }: Device) =>
    isThis ? (
      <span className="soft">{say('thisOne')}</span>
    ) : (
      <Button
        size="small"
        aria-label={say('endDevice')}
        onClick={() => end({ sessionId }).catch(setProblem)}
      >
        {say('endOne')}
      </Button>
    );
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('devices')}</h2>
        {hasOthers && <Button onClick={() => setAsking(true)}>{say('endOthers')}</Button>}
      </header>
      <ProblemBar error={problem} />
      <ProblemBar error={devices.error} onRetry={() => devices.refetch()} />
      {!devices.data && !devices.error && <RowsSkeleton rows={3} height={36} />}
      {devices.data && (
        <DataTable
          label={say('devices')}
          rows={devices.data.sessions}
          rowKey={({ sessionId }) => sessionId}
          columns={[
            { name: 'agent', title: say('device'), cell: ({ agent }) => browserOf(agent) },
            {
              name: 'address',
              title: say('address'),
              cell: ({ address }) => <code>{address}</code>,
            },
            {
              name: 'since',
              title: say('since'),
              cell: ({ startedAt }) => <Time at={startedAt} />,
            },
            { name: 'seen', title: say('seen'), cell: seen },
            {
              name: 'end',
              title: <span className="unseen">{say('endOne')}</span>,
              isNumber: true,
              cell: endButton,
            },
          ]}
          phone={(device) => ({
            title: browserOf(device.agent),
            amount: endButton(device),
            rest: device.address,
            time: seen(device),
          })}
        />
      )}
      <Confirm
        isOpen={isAsking}
        title={say('endOthersTitle')}
        verb={say('endOthersVerb')}
        isDanger
        onConfirm={() => end({ all: true })}
        onClose={() => setAsking(false)}
      >
        <p>{say('endOthersText')}</p>
      </Confirm>
    </section>
  );
}

/** Browser and system from the user agent. */
function browserOf(agent: string): string {
  const browsers = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(agent);
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  if (!browsers) return agent.slice(0, 40) || '–';
  const name = { Edg: 'Edge', OPR: 'Opera' }[browsers[1] as string] ?? browsers[1];
  return [`${name} ${browsers[2]}`, system?.replace('Mac OS X', 'macOS')]
    .filter(Boolean)
    .join(' · ');
}
