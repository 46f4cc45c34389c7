import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  DeliveryStory,
  Replayed,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { Id } from '../../kit/id.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { useActTitle } from '../../kit/use-act-title.ts';
import { isFactorMissing, useFactorHere } from '../../kit/use-factor-here.tsx';
import { returnFocus } from '../../kit/use-return-focus.ts';
import { DeliveryState, isRetried } from './delivery-state.tsx';
import { useProblemText } from './endpoint-health.tsx';
import { useWebhooksWords } from './webhooks-words.ts';

export function DeliveryDialog({
  deliveryId,
  mayReplay,
  onReplayed,
  onClose,
}: {
  deliveryId: string;
  mayReplay: boolean;
  onReplayed(): void;
  onClose(): void;
}): ReactElement {
  const say = useWebhooksWords();
  const api = useApi();
  const titleOf = useActTitle();
  const [fault, setFault] = useState<unknown>();
  const { offer, asked, leave } = useFactorHere();
  const isOpen = deliveryId !== '';
  const story = useQuery({
    queryKey: [api.scope, api.mode, 'webhooks', 'delivery', deliveryId],
    queryFn: ({ signal }) => api.get<DeliveryStory>('webhooks/delivery', { deliveryId }, signal),
    enabled: isOpen,
  });
  const delivery = story.data?.delivery;
  // What was not accepted is owed to the endpoint anyway; what was accepted would be sent a second time.
  const isOwed = delivery && (delivery.state === 'failed' || isRetried(delivery));
  const replay = async () => {
    setFault(undefined);
    const withdraw = offer();
    try {
      const { count } = isOwed
        ? await api.post<Replayed>('webhooks/resend', { deliveryId })
        : await api.post<Replayed>('webhooks/replay', { deliveryId });
      toast(count === 0 ? say('nothingResent') : say('replayedToast', { count }));
      onReplayed();
    } catch (error) {
      if (!isFactorMissing(error)) setFault(error);
    } finally {
      withdraw();
    }
  };
  return (
    <Modal
      open={isOpen}
      title={asked ? titleOf(asked.act) : say('deliveryTitle')}
      width={720}
      onCancel={() => {
        leave();
        onClose();
      }}
      destroyOnHidden
      afterClose={returnFocus}
      footer={
        asked?.foot ??
        (mayReplay && (isOwed || delivery?.state === 'delivered') ? (
          <Button type={isOwed ? 'primary' : 'default'} onClick={() => void replay()}>
            {say(isOwed ? 'sendNow' : 'replayOne')}
          </Button>
        ) : null)
      }
    >
      <ProblemBar error={fault ?? story.error} isChange={fault !== undefined} />
      {story.isPending && isOpen && <RowsSkeleton rows={6} height={36} />}
      {story.data && <Story story={story.data} />}
    </Modal>
  );
}

function Story({ story }: { story: DeliveryStory }): ReactElement {
  const say = useWebhooksWords();
  const go = useGo();
  const problemText = useProblemText();
  const { delivery, requestId, headers, body, tries } = story;
  return (
    <>
      <div className="delivery-facts">
        <DeliveryState row={delivery} />
        {delivery.replayedAt && (
          <span className="soft">
            {say('replayed')} <Time at={delivery.replayedAt} />
          </span>
        )}
        <code>{delivery.type}</code>
        <Time at={delivery.happenedAt} form="full" />
        <Id id={delivery.eventId} />
        {requestId && (
          <button type="button" className="link" onClick={() => go(`calls/${requestId}`)}>
            {say('openCall')} ›
          </button>
        )}
      </div>
      <h3 className="delivery-part">{say('request')}</h3>
      <Wire text={`POST ${delivery.url}\n${headerText(headers)}\n\n${pretty(body)}`} />
      <p className="soft delivery-note">{say('signedAnew')}</p>
      <h3 className="delivery-part">{say('tries')}</h3>
      {tries.length === 0 && <p className="soft">{say('noTries')}</p>}
      <ol className="delivery-tries">
        {tries.map(({ at, ms, status, problem, reply }, index) => (
          <li key={at}>
            <p className="delivery-try">
              <Status
                tone={status !== null && status >= 200 && status < 300 ? 'good' : 'bad'}
                word={status === null ? say('noReply') : `HTTP ${status}`}
              />
              <span>{say('attempt', { attempt: tries.length - index })}</span>
              <Time at={at} form="full" />
              {ms !== null && <span className="number">{numberText(ms)} ms</span>}
              {problem && <span className="soft">{problemText(problem)}</span>}
            </p>
            {reply && <Wire text={reply} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Wire({ text }: { text: string }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <pre className="delivery-wire" tabIndex={0} lang="en">
      {text}
    </pre>
  );
}

function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The body is sent compact, and indented here. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
