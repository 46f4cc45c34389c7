import type { ReactElement, ReactNode } from 'react';
import type { RefusedDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useLanguage } from '../../client/words.ts';
import { Figures } from '../../kit/figures.tsx';
import { numberText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { Timeline, type TimelineStep } from '../../kit/timeline.tsx';
import { operationName } from '../../kit/use-product-name.ts';
import { CallAside } from './call-aside.tsx';
import { CallTo } from './call-to.tsx';
import { useCallWords } from './call-words.ts';
import { FactList } from './fact-list.tsx';
import { StatusTag } from './status-tag.tsx';
import { useCallTitle } from './use-call-title.ts';
import { WhatToDoCard } from './what-to-do-card.tsx';

/** The story of a call that was refused: received, refused, replied. */
export function RefusedCall({
  call,
  trail,
  position,
}: {
  call: RefusedDetail;
  trail: { label: string; onOpen(): void };
  position: string | undefined;
}): ReactElement {
  const say = useCallWords();
  const { area } = useScope();
  const steps = useRefusedSteps(call);
  const title = useCallTitle()(call);
  return (
    <div className="call">
      <PageHead
        title={title}
        trail={trail}
        aside={<CallAside title={title} position={position} status="refused" call={call} />}
      />
      <div className="stack">
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
            // A known recipient is in the title.
            ...(call.person === null
              ? [
                  {
                    name: 'to',
                    label: say('to'),
                    value: <CallTo person={null} isHashed={call.isHashed} />,
                  },
                ]
              : []),
            { name: 'reason', label: say('reason'), value: call.message },
          ]}
        />
        <section className="card">
          <header className="card-head">
            <h2>{say('happened')}</h2>
            <span className="soft">
              <Time at={call.at} form="full" withFraction />
            </span>
          </header>
          <Timeline steps={steps} />
        </section>
        <WhatToDoCard docUrl={call.docUrl}>{withCode(call.fix)}</WhatToDoCard>
      </div>
    </div>
  );
}

/** Texts of errors are Markdown with code between backticks, and nothing else. */
function withCode(text: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
  return text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}

function useRefusedSteps(call: RefusedDetail): TimelineStep[] {
  const say = useCallWords();
  const language = useLanguage();
  const { at, product, keyEnd, calls, limit, retryAfter, status, code, reason } = call;
  const when = <Time at={at} form="clock" />;
  const until = new Date(Date.parse(at) + (retryAfter ?? 0) * 1_000).toISOString();
  const limitText = useLimitText(limit);
  const retryText = retryAfter && {
    seconds: numberText(retryAfter),
    time: timeText(until, 'full', language),
  };
  return [
    {
      name: 'received',
      when,
      title: say('received'),
      aside: <code>POST /api/v1/{operationName(product)}</code>,
      text: say('receivedText', { key: keyEnd }),
    },
    {
      name: 'refused',
      when,
      title: say('state_refused'),
      tone: 'refused',
      text: calls > 1 ? say('refusedMany', { count: calls }) : say('refusedText'),
      ...(limitText ? { more: <FactList facts={[[say('refusedLimit'), limitText]]} /> } : {}),
    },
    {
      name: 'replied',
      when,
      title: say('replied'),
      aside: <StatusTag status={status} />,
      more: (
        <FactList
          facts={[
            [say('replyCode'), `${code} ${reason}`],
            [say('retryAfter'), retryText ? say('retryAfterText', retryText) : null],
          ]}
        />
      ),
    },
  ];
}

function useLimitText(limit: RefusedDetail['limit']): string | null {
  const say = useCallWords();
  if (!limit) return null;
  const { quota } = limit;
  switch (limit.name) {
    case 'number-minute':
      return say('limit_number_minute', { quota });
    case 'number-hour':
      return say('limit_number_hour', { quota });
    case 'number-day':
      return say('limit_number_day', { quota });
    case 'key':
      return say('limit_key', { quota });
    default:
      return say('limit_any', { quota, seconds: limit.windowSeconds });
  }
}
