import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { ProviderFacts } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Lockable } from '../../kit/locked-note.tsx';
import { useRouteText } from './provider-routes-card.tsx';
import { useProvidersWords } from './providers-words.ts';

export function ProviderSwitches({
  facts: { code, isOn, routes },
  onChanged,
  onClose,
}: {
  facts: ProviderFacts;
  onChanged(): Promise<void>;
  onClose(): void;
}): ReactElement {
  const say = useProvidersWords();
  const api = useApi();
  const [asking, setAsking] = useState<'switch' | 'remove'>();
  const textOf = useRouteText();
  const firsts = routes.filter(({ isFirst }) => isFirst);
  const verb = say(isOn ? 'switchOffVerb' : 'switchOnVerb', { code });
  return (
    <>
      <Lockable names={['providers']}>
        <Button type="text" danger onClick={() => setAsking('remove')}>
          {say('remove')}
        </Button>
      </Lockable>
      <Lockable names={['providers', 'providers.isOn']}>
        <Button onClick={() => setAsking('switch')}>{say(isOn ? 'switchOff' : 'switchOn')}…</Button>
      </Lockable>
      <Confirm
        isOpen={asking === 'switch'}
        title={verb}
        verb={verb}
        rows={[
          {
            label: say('state'),
            before: say(isOn ? 'on' : 'state_off'),
            after: say(isOn ? 'state_off' : 'on'),
          },
          ...(isOn && firsts.length > 0
            ? [{ label: say('firstOn'), value: firsts.map(textOf).join('; ') }]
            : []),
        ]}
        onConfirm={async () => {
          await api.post(isOn ? 'providers/off' : 'providers/on', { code });
          await onChanged();
        }}
        onClose={() => setAsking(undefined)}
      >
        <p>{say(isOn ? 'switchOffText' : 'switchOnText')}</p>
      </Confirm>
      <Confirm
        isOpen={asking === 'remove'}
        title={say('removeVerb', { code })}
        verb={say('removeVerb', { code })}
        isDanger
        typedName={code}
        onConfirm={async () => {
          await api.post('providers/remove', { code });
          await onChanged();
          onClose();
        }}
        onClose={() => setAsking(undefined)}
      >
        <p>{say('removeText')}</p>
      </Confirm>
    </>
  );
}
