import './calls.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { isSentInParts } from '../../../../src/foundation/contract/products.ts';
import type {
  CallDetail,
  RefusedDetail,
} from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useScope } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { CurlText } from '../../kit/first-call-curl.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText, percentText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { CallAside } from './call-aside.tsx';
import { RefundDialog, RevealDialog, Revealed, type Shown } from './call-dialogs.tsx';
import { CallMoney } from './call-money.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { callStatusOf, useCallWords } from './call-words.ts';
import { chargeOf } from './charge-of.ts';
import { JsonText } from './json-text.tsx';
import { RefusedCall } from './refused-call.tsx';
import { StatusTag } from './status-tag.tsx';
import { useCallList } from './use-call-list.ts';
import { useCallTitle } from './use-call-title.ts';
import { CallFix } from './what-to-do-card.tsx';

export default function CallScreen(): ReactElement {
  const say = useCallWords();
  const api = useApi();
  const { requestId } = useParams({ strict: false }) as { requestId: string };
  const call = useQuery({
    queryKey: [api.scope, api.mode, 'call', requestId],
    queryFn: ({ signal }) => api.get<CallDetail>('calls/show', { requestId }, signal),
    // Follows a call until it ends.
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 3_000),
  });
  const { position, goBack } = useCallList(requestId);
  const trail = { label: say('back'), onOpen: goBack };
  const isMissing = isNotThere(call.error);
  const refused = useQuery({
    queryKey: [api.scope, api.mode, 'refused', requestId],
    queryFn: ({ signal }) => api.get<RefusedDetail>('calls/refused', { requestId }, signal),
    enabled: isMissing,
  });
  if (isMissing && refused.data) {
    return <RefusedCall call={refused.data} trail={trail} position={position} />;
  }
  if (isMissing && isNotThere(refused.error)) {
    return (
      <>
        <PageHead title={say('notThere')} trail={trail} />
        <p className="soft">{say('notThereText')}</p>
      </>
    );
  }
  if (!call.data) {
    const error = isMissing ? refused.error : call.error;
    return (
      <>
        <PageHead title={say('title')} trail={trail} />
        <ProblemBar error={error} onRetry={() => void (isMissing ? refused : call).refetch()} />
        {!error && <CardSkeleton height={560} />}
      </>
    );
  }
  return (
    <CallShown
      // What was revealed of one call must not stay beside the next.
      key={requestId}
      call={call.data}
      trail={trail}
      position={position}
      onChanged={() => void call.refetch()}
    />
  );
}

/** The fields of a reply whose text is in the language of the caller's request. */
const translated = ['message', 'problem'];

const isNotThere = (error: unknown) => error instanceof ApiProblem && error.status === 404;

function CallShown({
  call,
  trail,
  position,
  onChanged,
}: {
  call: CallDetail;
  trail: { label: string; onOpen(): void };
  position: string | undefined;
  onChanged(): void;
}): ReactElement {
  const say = useCallWords();
  const [asking, ask] = useState<'refund' | 'reveal'>();
  const [shown, show] = useState<Shown>();
  const status = callStatusOf(call);
  const title = useCallTitle()(call);
  return (
    <div className="call">
      <PageHead
        title={title}
        trail={trail}
        aside={<CallAside title={title} position={position} status={status} call={call} />}
        actions={
          <>
            <CopyButton text={call.curl} label={say('copyCurl')} />
            {call.canRefund && <Button onClick={() => ask('refund')}>{say('refundMenu')}</Button>}
          </>
        }
      />
      <div className="stack">
        <Facts call={call} />
        <div className="call-columns">
          <div>
            <CallTimeline call={call} />
            <CallFix call={call} />
            <MessageText call={call} shown={shown?.values.text} onShow={() => ask('reveal')} />
            <section className="card">
              <header className="card-head">
                <h2>{say('curl')}</h2>
                <span className="soft">{say('curlNote')}</span>
                <CopyButton text={call.curl} isBare />
              </header>
              <CurlText curl={call.curl} />
            </section>
          </div>
          <div>
            <CallMoney call={call} />
            <section className="card">
              <header className="card-head">
                <h2>{say('request')}</h2>
                <span className="soft">{say(call.isReadable ? 'masked' : 'unreadable')}</span>
                {call.canReveal && <ShowButton onShow={() => ask('reveal')} />}
              </header>
              {shown && <Revealed shown={shown} onOver={() => show(undefined)} />}
              <JsonText value={call.request} />
            </section>
            <section className="card">
              <header className="card-head">
                <h2>{say('reply')}</h2>
                {call.replied && <StatusTag status={call.replied.status} />}
              </header>
              {call.replied ? (
                <>
                  <JsonText value={call.replied.body} soft={translated} />
                  <p className="call-note">{say('replyNote')}</p>
                </>
              ) : (
                <p className="call-note">
                  {say(call.state === 'held' ? 'replyNotYet' : 'replyNone')}
                </p>
              )}
            </section>
            {call.repeat && (
              <section className="card">
                <header className="card-head">
                  <h2>{say('repeat')}</h2>
                  <StatusTag status={call.repeat.status} />
                  <span className="soft">{say('repeatNote')}</span>
                </header>
                <JsonText value={call.repeat.body} soft={translated} />
              </section>
            )}
          </div>
        </div>
      </div>
      <RefundDialog
        call={call}
        isOpen={asking === 'refund'}
        onClose={() => ask(undefined)}
        onDone={onChanged}
      />
      <RevealDialog
        call={call}
        isOpen={asking === 'reveal'}
        onClose={() => ask(undefined)}
        onShown={show}
      />
    </div>
  );
}

function ShowButton({ onShow }: { onShow(): void }): ReactElement {
  const say = useCallWords();
  return (
    <button type="button" className="link" onClick={onShow}>
      {say('show')}
    </button>
  );
}

/** The text as far as its template tells it, and whole once it is shown, even if the template was deleted. */
function MessageText({
  call,
  shown,
  onShow,
}: {
  call: CallDetail;
  shown: string | undefined;
  onShow(): void;
}): ReactElement | null {
  const say = useCallWords();
  const text = shown ?? call.text;
  if (!text) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('saw')}</h2>
        <span className="soft">
          {call.state !== 'done'
            ? say(`saw_${call.state}`)
            : isSentInParts(call.product) && say('sawParts', { count: call.parts })}
        </span>
        {call.canReveal && <ShowButton onShow={onShow} />}
      </header>
      <p className="call-saw">{text}</p>
    </section>
  );
}

function Facts({ call }: { call: CallDetail }): ReactElement {
  const say = useCallWords();
  const { area } = useScope();
  const { cost, margin, price, replied } = call;
  // The sandbox costs nothing, and test money earns nothing.
  const hasCost = cost !== undefined && call.mode === 'live';
  const share = margin && Number(price) > 0 ? Number(margin) / Number(price) : undefined;
  return (
    <Figures
      isQuiet
      figures={[
        ...(area === 'operator'
          ? [{ name: 'account', label: say('account'), value: call.accountName }]
          : []),
        {
          name: 'key',
          label: say('key'),
          value: (
            <code>
              cs_{call.mode}_…{call.keyEnd}
            </code>
          ),
        },
        ...(call.templateId
          ? [{ name: 'template', label: say('template'), value: <code>{call.templateId}</code> }]
          : []),
        {
          name: 'charged',
          label: say('chargedColumn'),
          value: <Money amount={chargeOf({ state: call.state, charged: call.paid.amount })} />,
        },
        ...(hasCost
          ? [
              { name: 'cost', label: say('cost'), value: <Money amount={cost} /> },
              {
                name: 'margin',
                label: say('margin'),
                value: (
                  <>
                    <Money amount={margin} />
                    {share !== undefined && (
                      <span className="soft"> · {percentText(share, 1)}</span>
                    )}
                  </>
                ),
              },
            ]
          : []),
        {
          name: 'took',
          label: say('repliedIn'),
          value: replied ? `${numberText(replied.tookMs)} ms` : '–',
        },
      ]}
    />
  );
}

function isOver(call: CallDetail | undefined): boolean {
  if (!call) return true;
  return !['held', 'unknown', 'pending', 'accepted', 'sent'].includes(callStatusOf(call));
}
