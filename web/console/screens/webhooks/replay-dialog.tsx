import { Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import type { EndpointRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { startOfDay } from '../../client/platform-days.ts';
import { useSession } from '../../client/session.ts';
import { useBeginInDialog } from '../../client/tasks.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DateTimeField } from '../../kit/date-time-field.tsx';
import { dateTimeText, readDateTime } from '../../kit/date-time-text.ts';
import { useWebhooksWords } from './webhooks-words.ts';

const hourMs = 3_600_000;

/** The event that failed first happened up to a timeout before its failure. */
const beforeFailure = (since: string) => new Date(new Date(since).getTime() - 60_000);

export function ReplayDialog({
  endpoint,
  onDone,
  onClose,
}: {
  endpoint: EndpointRow;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const begin = useBeginInDialog();
  const { timeZone } = useSession();
  const { endpointId, url, health } = endpoint;
  const presets = [
    { label: say('lastHour'), at: new Date(Date.now() - hourMs) },
    { label: say('today'), at: startOfDay(timeZone, new Date()) },
    ...(health.failingSince
      ? [{ label: say('sinceFailure'), at: beforeFailure(health.failingSince) }]
      : []),
  ].map(({ label, at }) => ({ label, text: dateTimeText(at, timeZone) }));
  const [from, setFrom] = useState(presets.at(health.failingSince ? -1 : 0)?.text ?? '');
  const [to, setTo] = useState('');
  const [isFailed, setFailed] = useState(health.undelivered > 0);
  const span = { from: readDateTime(from, timeZone), to: readDateTime(to, timeZone) };
  return (
    <Confirm
      isOpen
      title={say('replayTitle', { endpoint: endpointId })}
      verb={say('replayVerb')}
      rows={[{ label: say('url'), value: <code>{url}</code> }]}
      canConfirm={span.from !== undefined && (to === '' || span.to !== undefined)}
      onConfirm={async () => {
        await begin(isFailed ? 'failed_resend' : 'events_replay', {
          endpointId,
          from: span.from?.toISOString(),
          ...(span.to ? { to: span.to.toISOString() } : {}),
        });
        onDone();
      }}
      onClose={onClose}
    >
      <p>{say(isFailed ? 'replayFailedText' : 'replayText')}</p>
      <Checkbox checked={isFailed} onChange={({ target }) => setFailed(target.checked)}>
        {say('onlyFailed')}
      </Checkbox>
      <div className="replay-span">
        <DateTimeField
          label={say('from')}
          name="from"
          text={from}
          presets={presets}
          onText={setFrom}
        />
        <DateTimeField label={say('to')} name="to" note={say('toNote')} text={to} onText={setTo} />
      </div>
    </Confirm>
  );
}
