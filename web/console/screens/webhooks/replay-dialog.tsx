import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  EndpointRow,
  Replayed,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { useWebhooksWords } from './webhooks-words.ts';

export function ReplayDialog({
  endpoint,
  onDone,
  onClose,
}: {
  endpoint: EndpointRow | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const api = useApi();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const instant = (typed: string) => new Date(typed).toISOString();
  return (
    <Confirm
      isOpen={endpoint !== undefined}
      title={say('replayTitle', { endpoint: endpoint?.endpointId })}
      verb={say('replayVerb')}
      rows={endpoint ? [{ label: say('url'), value: <code>{endpoint.url}</code> }] : []}
      canConfirm={from !== ''}
      onConfirm={async () => {
        const { count } = await api.post<Replayed>('webhooks/replay', {
          endpointId: endpoint?.endpointId,
          from: instant(from),
          ...(to ? { to: instant(to) } : {}),
        });
        toast(say('replayedToast', { count }));
        onDone();
      }}
      onClose={() => {
        setFrom('');
        setTo('');
        onClose();
      }}
    >
      <p>{say('replayText')}</p>
      <div className="replay-span">
        <label className="field">
          <span>{say('from')}</span>
          <Input
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label className="field">
          <span>{say('to')}</span>
          <Input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
          <span className="field-note">{say('toNote')}</span>
        </label>
      </div>
    </Confirm>
  );
}
