import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { EndpointRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useScope } from '../../client/scope.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Icon } from '../../kit/icon.tsx';
import { numberText } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import type { Asked } from './endpoint-dialogs.tsx';
import {
  EndpointState,
  endpointTones,
  FailingFacts,
  HealthStrip,
  shownState,
} from './endpoint-health.tsx';
import { hostAndPath } from './short-url.ts';
import type { EndpointChanges } from './use-endpoint-changes.ts';
import { useWebhooksWords } from './webhooks-words.ts';

interface EndpointActions extends Pick<EndpointChanges, 'sendTest' | 'switchOn'> {
  /** Only within an account, where the dialogs and the deliveries are. */
  within: (Pick<EndpointChanges, 'resend'> & { onAsk(asked: Asked): void }) | undefined;
}

/** Opening a row filters the deliveries by its endpoint. */
export function EndpointsTable({
  endpoints,
  countOfTypes,
  pages,
  onOpen,
  actions,
}: {
  endpoints: readonly EndpointRow[];
  countOfTypes: number;
  pages: Paging | undefined;
  onOpen(endpoint: EndpointRow): void;
  /** Undefined without the right to change endpoints. */
  actions: EndpointActions | undefined;
}): ReactElement {
  const say = useWebhooksWords();
  const { scope } = useScope();
  const name = ({ url, description }: EndpointRow) => (
    <span className="endpoint-name">
      <code title={url}>{hostAndPath(url)}</code>
      {description && <span className="soft">{description}</span>}
    </span>
  );
  const events = ({ events: wanted }: EndpointRow) => (
    <span title={wanted.join(', ')}>
      {wanted.length === countOfTypes
        ? say('allEvents')
        : say('eventsCount', { count: wanted.length })}
    </span>
  );
  const buttons = (endpoint: EndpointRow) =>
    actions && (
      <EndpointButtons endpoint={endpoint} actions={actions} onOpen={() => onOpen(endpoint)} />
    );
  const columns: Column<EndpointRow>[] = [
    { name: 'endpoint', title: say('endpoint'), cell: name },
    ...(scope === 'platform'
      ? [{ name: 'account', title: say('account'), cell: (row: EndpointRow) => row.accountName }]
      : []),
    {
      name: 'state',
      title: say('state'),
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    {
      name: 'day',
      title: say('day'),
      cell: ({ health }) => <HealthStrip hours={health.hours} />,
    },
    { name: 'events', title: say('events'), cell: events },
    { name: 'created', title: say('created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: buttons,
    },
  ];
  return (
    <DataTable
      label={say('endpointsTable')}
      rows={endpoints}
      rowKey={({ endpointId }) => String(endpointId)}
      columns={columns}
      onOpen={onOpen}
      copyText={({ url }) => url}
      {...(pages ? { paging: pages } : {})}
      empty={
        <EmptyList
          sentence={say('noEndpoints')}
          verb={say('createFirst')}
          onAdd={actions?.within && (() => actions.within?.onAsk({ what: 'create' }))}
        />
      }
      phone={(endpoint) => ({
        status: <Status tone={endpointTones[shownState(endpoint)]} />,
        title: name(endpoint),
        rest: (
          <>
            {[
              say(`state_${shownState(endpoint)}`),
              ...(scope === 'platform' ? [endpoint.accountName] : []),
            ].join(' · ')}
            <FailingFacts endpoint={endpoint} />
          </>
        ),
        time: events(endpoint),
        actions: buttons(endpoint),
      })}
    />
  );
}

/** The server stops counting at some point. */
function failedText({ health: { undelivered } }: EndpointRow): string {
  const most = 10_000;
  return undelivered > most ? `${numberText(most)}+` : numberText(undelivered);
}

function EndpointButtons({
  endpoint,
  actions: { sendTest, switchOn, within },
  onOpen,
}: {
  endpoint: EndpointRow;
  actions: EndpointActions;
  onOpen(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const isOn = endpoint.state === 'on';
  const choice = (what: 'change' | 'replay' | 'roll' | 'off' | 'remove') => ({
    key: what,
    label: say(what),
    onClick: () => within?.onAsk({ what, endpoint }),
  });
  return (
    <span className="row-actions">
      {within && isOn && endpoint.health.undelivered > 0 && (
        <Button size="small" type="primary" onClick={() => void within.resend(endpoint)}>
          {say('resend', { count: endpoint.health.undelivered, failed: failedText(endpoint) })}
        </Button>
      )}
      {isOn ? (
        <Button size="small" onClick={() => void sendTest(endpoint)}>
          {say('test')}
        </Button>
      ) : (
        <Button size="small" onClick={() => void switchOn(endpoint)}>
          {say('on')}
        </Button>
      )}
      {within ? (
        <DropdownMenu
          placement="bottomRight"
          menu={{
            items: [
              ...[choice('change'), choice('replay'), choice('roll')],
              ...(isOn ? [choice('off')] : []),
              // What cannot be undone stands apart.
              { type: 'divider' },
              { ...choice('remove'), danger: true },
            ],
          }}
        >
          <Button
            size="small"
            aria-label={say('more', { endpoint: endpoint.endpointId })}
            icon={<Icon name="more" size={14} />}
          />
        </DropdownMenu>
      ) : (
        <Button size="small" onClick={onOpen}>
          {say('openEndpoint')}
        </Button>
      )}
    </span>
  );
}
