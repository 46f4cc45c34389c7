import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useEffect } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { MadeKey } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import type { FirstSteps } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { rememberTestKey } from '../../client/test-key.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { exampleCurl } from '../../kit/example-call.tsx';
import { FirstCallCurl } from '../../kit/first-call-curl.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Status } from '../../kit/status.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { toneOf } from '../calls/call-tones.ts';
import { callStatusOf, useCallWords } from '../calls/call-words.ts';
import { useOverviewWords } from './overview-words.ts';
import { useFirstCall } from './use-first-call.ts';

/** A command with the viewer's own test key; the call replaces it when it arrives. */
export function FirstCall({
  steps: { demo, apiUrl },
  onArrived,
  onDone,
}: {
  steps: FirstSteps;
  onArrived(): void;
  onDone(): void;
}): ReactElement {
  const say = useOverviewWords();
  const api = useApi();
  const call = useFirstCall();
  const hasCome = call !== undefined;
  useEffect(() => {
    if (hasCome) onArrived();
  }, [hasCome, onArrived]);
  const make = useMutation({
    mutationFn: () => api.post<MadeKey>('keys/create', { mode: 'test', name: say('firstCall') }),
    onSuccess: (made) => {
      rememberTestKey(made.apiKey);
      // Refreshes the checklist: the key step is done.
      onArrived();
    },
  });
  const apiKey = make.data?.apiKey ?? demo?.apiKey;
  return (
    <section className="card first-call" aria-live="polite">
      <header className="card-head">
        <h2>{say(call ? 'arrived' : 'firstCall')}</h2>
      </header>
      <ProblemBar error={make.error} isChange />
      {call ? (
        <Arrived call={call} onDone={onDone} />
      ) : apiKey ? (
        <FirstCallCurl
          sentence={say('firstSentence')}
          curl={exampleCurl(apiUrl, apiKey, 'sms_code')}
          keyHint={`…${apiKey.slice(-4)}`}
        />
      ) : (
        <NoKey isBusy={make.isPending} onMake={() => make.mutate()} />
      )}
    </section>
  );
}

/** A key is readable only at creation, so it is created here for the command. */
function NoKey({ isBusy, onMake }: { isBusy: boolean; onMake(): void }): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const may = useMay();
  const { accountId } = useScope();
  const canMake = accountId !== undefined && may('keys.change');
  return (
    <div className="first-key">
      <p className="soft">{say(canMake ? 'makeKeyText' : 'keyElsewhere')}</p>
      {canMake ? (
        <Button type="primary" loading={isBusy} onClick={onMake}>
          {say('makeKey')}
        </Button>
      ) : (
        <Button onClick={() => go('keys', { query: { mode: 'test' } })}>{say('step_key')}</Button>
      )}
    </div>
  );
}

function Arrived({ call, onDone }: { call: CallDetail; onDone(): void }): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const nameOf = useProductName();
  const go = useGo();
  const status = callStatusOf(call);
  return (
    <div className="first-key">
      <p className="first-arrived">
        <Status tone={toneOf(status)} word={sayCall(`state_${status}`)} />
        <span>{nameOf(call.product)}</span>
        <span className="number">{call.person}</span>
        <Money amount={call.paid.amount} />
      </p>
      <p className="first-arrived">
        <Button
          type="primary"
          onClick={() => go(`calls/${call.requestId}`, { query: { mode: 'test' } })}
        >
          {say('openCall')}
        </Button>
        <Button onClick={onDone}>{say('toOverview')}</Button>
      </p>
    </div>
  );
}
