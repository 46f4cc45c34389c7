import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { ListenerRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** The open listeners of an account: an account at its limit removes one that nobody uses. */
export function ListenersCard({
  listeners,
  mayRemove,
  onRemoved,
}: {
  listeners: readonly ListenerRow[];
  mayRemove: boolean;
  onRemoved(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const api = useApi();
  const [chosen, choose] = useState<number>();
  const words = { endpoint: chosen };
  const button = ({ endpointId }: ListenerRow) =>
    mayRemove && (
      <Button size="small" onClick={() => choose(endpointId)}>
        {say('remove')}
      </Button>
    );
  const events = ({ events: types }: ListenerRow) => (
    <span title={types.join(', ')}>{say('eventsCount', { count: types.length })}</span>
  );
  const columns: Column<ListenerRow>[] = [
    { name: 'listener', title: say('listener'), cell: ({ endpointId }) => endpointId },
    { name: 'events', title: say('events'), cell: events },
    { name: 'expires', title: say('expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: button,
    },
  ];
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('listeners')}</h2>
        <span className="soft">{say('listenersText')}</span>
      </header>
      <DataTable
        label={say('listeners')}
        rows={listeners}
        rowKey={({ endpointId }) => String(endpointId)}
        columns={columns}
        phone={(listener) => ({
          title: listener.endpointId,
          rest: events(listener),
          time: <Time at={listener.expiresAt} />,
          actions: button(listener),
        })}
      />
      <Confirm
        isOpen={chosen !== undefined}
        title={say('removeListenerTitle', words)}
        rows={[]}
        verb={say('removeListenerVerb')}
        isDanger
        onConfirm={async () => {
          await api.post('webhooks/remove', { endpointId: chosen });
          toast(say('listenerRemovedToast', words));
          onRemoved();
        }}
        onClose={() => choose(undefined)}
      >
        <p>{say('removeListenerText')}</p>
      </Confirm>
    </section>
  );
}
