import './webhooks.css';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { ShownSecret } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { basePath } from '../../client/base-path.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { AddInAccount } from '../../kit/add-in-account.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { type Asked, EndpointDialogs } from './endpoint-dialogs.tsx';
import { EndpointsTable } from './endpoints-table.tsx';
import { ListenersCard } from './listeners-card.tsx';
import { useEndpointChanges } from './use-endpoint-changes.ts';
import { useWebhooks } from './use-webhooks.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** `create` opens the form of a new endpoint. */
const fields = {
  create: text(),
  endpointId: text(),
  state: text(),
  type: text(),
  requestId: text(),
  cursor: text(),
  before: text(),
  delivery: text(),
};

export default function WebhooksScreen(): ReactElement {
  const say = useWebhooksWords();
  const { accountId: own } = useScope();
  const go = useGo();
  const may = useMay();
  const language = useLanguage();
  const [state, set] = useSearchState(fields);
  const [asked, ask] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const { create, before, delivery, cursor, ...filter } = state;
  const { endpoints, deliveries, news } = useWebhooks(cursorPages(before, null, () => {}).here, {
    ...filter,
    cursor: cursorPages(cursor, null, () => {}).here,
  });
  const { refresh, sendTest, switchOn, resend } = useEndpointChanges();
  const isAccount = own !== undefined;
  const mayChange = may('webhooks.change') && isAccount;
  const next = endpoints.data?.next;
  const list = endpoints.data?.endpoints ?? [];
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          <>
            {say('aside')} · <a href={`${basePath}/docs/${language}/webhooks`}>{say('guide')}</a>
          </>
        }
        actions={
          may('webhooks.change') && !isAccount ? (
            <AddInAccount verb={say('create')} screen="webhooks" />
          ) : (
            mayChange && (
              <Button
                type="primary"
                icon={<Icon name="plus" size={14} />}
                onClick={() => ask({ what: 'create' })}
              >
                {say('create')}
              </Button>
            )
          )
        }
      />
      {isAccount && (
        <DisabledNotice endpoints={list} onSwitchOn={mayChange ? switchOn : undefined} />
      )}
      <div className="stack">
        <section className="card">
          <header className="card-head">
            <h2>{say('endpoints')}</h2>
          </header>
          <ProblemBar error={endpoints.error} onRetry={() => void endpoints.refetch()} />
          {endpoints.isPending && <RowsSkeleton rows={3} height={48} />}
          {endpoints.data && (
            <EndpointsTable
              endpoints={list}
              countOfTypes={endpoints.data.types.length}
              pages={
                before || next
                  ? cursorPages(before, next ? String(next) : null, (cursors) =>
                      set({ before: cursors }),
                    )
                  : undefined
              }
              onOpen={({ endpointId, accountId }) =>
                isAccount
                  ? set({ endpointId: String(endpointId), cursor: '' })
                  : go('webhooks', {
                      scope: String(accountId),
                      query: { endpointId: String(endpointId) },
                    })
              }
              actions={
                may('webhooks.change')
                  ? { sendTest, switchOn, within: isAccount ? { onAsk: ask, resend } : undefined }
                  : undefined
              }
            />
          )}
        </section>
        {isAccount && (endpoints.data?.listeners.length ?? 0) > 0 && (
          <ListenersCard
            listeners={endpoints.data?.listeners ?? []}
            mayRemove={mayChange}
            onRemoved={refresh}
          />
        )}
        {isAccount && (
          <DeliveriesCard
            state={state}
            set={set}
            deliveries={deliveries}
            news={news}
            endpoints={list}
            types={endpoints.data?.types ?? []}
          />
        )}
      </div>
      <EndpointDialogs
        asked={asked ?? (mayChange && create ? { what: 'create' } : undefined)}
        types={endpoints.data?.types ?? []}
        onSecret={({ secret: shown }: ShownSecret) => setSecret(shown)}
        onDone={refresh}
        onClose={() => {
          ask(undefined);
          if (create) set({ create: '' });
        }}
      />
      <DeliveryDialog
        deliveryId={isAccount ? delivery : ''}
        mayReplay={mayChange}
        onReplayed={refresh}
        onClose={() => set({ delivery: '' })}
      />
      <SecretDialog
        title={say('shown')}
        secret={secret}
        fileName="webhook-secret.txt"
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
