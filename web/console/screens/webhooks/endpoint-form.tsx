import { Checkbox, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  ChangedEndpoint,
  EndpointRow,
  EndpointsPage,
  NewEndpoint,
  ShownSecret,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useWebhooksWords } from './webhooks-words.ts';

type Type = EndpointRow['events'][number];

/** A new endpoint gets all events, until some are selected. */
export function EndpointForm({
  isOpen,
  endpoint,
  types,
  onSecret,
  onDone,
  onClose,
}: {
  isOpen: boolean;
  /** Undefined for a new endpoint. */
  endpoint: EndpointRow | undefined;
  types: EndpointsPage['types'];
  onSecret(shown: ShownSecret): void;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const api = useApi();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [chosen, setChosen] = useState<readonly Type[] | undefined>(
    endpoint && endpoint.events.length < types.length ? endpoint.events : undefined,
  );
  const events = chosen ?? types.map(({ type }) => type);
  const save = async () => {
    const fields = { url: url.trim(), description: description.trim(), events: [...events] };
    if (endpoint) {
      const body: ChangedEndpoint = { endpointId: endpoint.endpointId, ...fields };
      await api.post('webhooks/change', body);
      toast(say('changedToast', { endpoint: endpoint.endpointId }));
    } else {
      const body: NewEndpoint = { mode: api.mode, ...fields };
      onSecret(await api.post<ShownSecret>('webhooks/create', body));
    }
    onDone();
  };
  return (
    <Confirm
      isOpen={isOpen}
      title={endpoint ? say('changeTitle', { endpoint: endpoint.endpointId }) : say('createTitle')}
      verb={say(endpoint ? 'changeVerb' : 'createVerb')}
      canConfirm={url.trim() !== '' && events.length > 0}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={say('url')} name="url" note={say('urlNote')}>
        <Input
          value={url}
          autoFocus
          inputMode="url"
          placeholder="https://"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Field label={say('description')} name="description" note={say('descriptionNote')}>
        <Input
          value={description}
          maxLength={200}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <fieldset className="endpoint-events">
        <legend>{say('events')}</legend>
        <Radio.Group
          value={chosen ? 'some' : 'all'}
          onChange={({ target }) => setChosen(target.value === 'all' ? undefined : [])}
          options={[
            { value: 'all', label: say('allEvents') },
            { value: 'some', label: say('someEvents') },
          ]}
        />
        {chosen && (
          <Checkbox.Group
            value={[...events]}
            onChange={(next) => setChosen(next as Type[])}
            options={types.map(({ type, title }) => ({
              value: type,
              label: (
                <>
                  <code>{type}</code>
                  <span className="soft">{title}</span>
                </>
              ),
            }))}
          />
        )}
      </fieldset>
    </Confirm>
  );
}
