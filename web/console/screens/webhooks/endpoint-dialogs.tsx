import type { ReactElement } from 'react';
import type {
  EndpointRow,
  EndpointsPage,
  ShownSecret,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { useWebhooksWords } from './webhooks-words.ts';

export type Asked =
  | { what: 'create' }
  | { what: 'change' | 'off' | 'roll' | 'replay' | 'remove'; endpoint: EndpointRow };

export function EndpointDialogs({
  asked,
  types,
  onSecret,
  onDone,
  onClose,
}: {
  asked: Asked | undefined;
  types: EndpointsPage['types'];
  onSecret(shown: ShownSecret): void;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const api = useApi();
  const say = useWebhooksWords();
  const endpoint = asked && 'endpoint' in asked ? asked.endpoint : undefined;
  const endpointId = endpoint?.endpointId;
  const words = { endpoint: endpointId };
  const rows = endpoint ? [{ label: say('url'), value: <code>{endpoint.url}</code> }] : [];
  const common = { rows, onClose };
  return (
    <>
      <EndpointForm
        key={`${asked?.what}${endpointId}`}
        isOpen={asked?.what === 'create' || asked?.what === 'change'}
        endpoint={endpoint}
        types={types}
        onSecret={onSecret}
        onDone={onDone}
        onClose={onClose}
      />
      {asked?.what === 'replay' && (
        <ReplayDialog endpoint={asked.endpoint} onDone={onDone} onClose={onClose} />
      )}
      <Confirm
        {...common}
        isOpen={asked?.what === 'off'}
        title={say('offTitle', words)}
        verb={say('offVerb')}
        onConfirm={async () => {
          await api.post('webhooks/change', { endpointId, isOn: false });
          toast(say('offToast', words));
          onDone();
        }}
      >
        <p>{say('offText')}</p>
      </Confirm>
      <Confirm
        {...common}
        isOpen={asked?.what === 'roll'}
        title={say('rollTitle', words)}
        verb={say('rollVerb')}
        onConfirm={async () => {
          onSecret(await api.post<ShownSecret>('webhooks/roll-secret', { endpointId }));
          onDone();
        }}
      >
        <p>{say('rollText')}</p>
      </Confirm>
      <Confirm
        {...common}
        isOpen={asked?.what === 'remove'}
        title={say('removeTitle', words)}
        verb={say('removeVerb')}
        isDanger
        onConfirm={async () => {
          await api.post('webhooks/remove', { endpointId });
          toast(say('removedToast', words));
          onDone();
        }}
      >
        <p>{say('removeText')}</p>
      </Confirm>
    </>
  );
}
