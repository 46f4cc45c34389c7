import './inbox.css';
import type { ReactElement } from 'react';
import { useScope } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { ExampleCall } from '../../kit/example-call.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { useSwitchMode } from '../../shell/mode-switch.tsx';
import { ChaosCard } from './chaos-card.tsx';
import { WaitingChecks } from './inbox-checks.tsx';
import { MagicCard } from './inbox-magic-card.tsx';
import { useInboxWords } from './inbox-words.ts';
import { PhoneFrame } from './phone-frame.tsx';
import { isMissed, mobileText, type Thread, threadsOf } from './threads.ts';
import { useInbox } from './use-inbox.ts';

const fields = { q: text(), mobile: text() };

/** The sandbox as a phone, with its test values and simulated faults. */
export default function InboxScreen(): ReactElement {
  const say = useInboxWords();
  const { scope, mode } = useScope();
  const isPhone = useIsPhone();
  const [state, set] = useSearchState(fields);
  const { messages, checks } = useInbox();
  const all = messages.data?.messages ?? [];
  const news = useHeldRows(
    JSON.stringify([scope, state.q]),
    threadsOf(all, state.q),
    ({ mobile }) => mobile,
    { isWhole: true },
  );
  const threads = news.rows;
  // On a wide screen the newest thread is open at first.
  const chosen =
    threadsOf(all, '').find(({ mobile }) => mobile === state.mobile) ??
    (isPhone ? undefined : threads[0]);
  const isAlone = isPhone && chosen !== undefined;
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say('aside')}
        {...(isAlone ? { trail: { label: say('back'), onOpen: () => set({ mobile: '' }) } } : {})}
      />
      <ProblemBar error={messages.error} onRetry={() => void messages.refetch()} />
      <div className={mode === 'live' ? 'inbox-board inbox-framed' : 'inbox-board'}>
        {mode === 'live' && <TestOnlyBand />}
        {!isAlone && (
          <section className="card inbox-threads" aria-label={say('threads')}>
            <div className="inbox-find">
              <SearchField label={say('find')} value={state.q} onChange={(q) => set({ q })} />
            </div>
            {messages.isPending && <RowsSkeleton rows={6} height={60} />}
            {messages.data && threads.length === 0 && (
              <div className="inbox-none">
                {state.q ? (
                  say('noMatch')
                ) : (
                  <ExampleCall sentence={say('noMessages')} operation="sms_code" />
                )}
              </div>
            )}
            <NewRows news={news} text={(values) => say('showNew', values)} />
            <ThreadList
              threads={threads}
              chosen={chosen?.mobile}
              onChoose={(mobile) => set({ mobile })}
            />
          </section>
        )}
        {(!isPhone || isAlone) && <PhoneFrame thread={chosen} />}
        {!isAlone && (
          <div className="stack inbox-side">
            <ChaosCard />
            <WaitingChecks checks={checks} />
            <MagicCard />
          </div>
        )}
      </div>
    </>
  );
}

/** Under Live, the test data has the band and the frame that test mode has around the window. */
function TestOnlyBand(): ReactElement {
  const say = useInboxWords();
  const { switchMode } = useSwitchMode();
  return (
    <p className="inbox-band">
      <span>{say('testOnly')}</span>
      <button type="button" onClick={() => switchMode('test')}>
        {say('switchToTest')}
      </button>
    </p>
  );
}

function ThreadList({
  threads,
  chosen,
  onChoose,
}: {
  threads: readonly Thread[];
  chosen: string | undefined;
  onChoose(mobile: string): void;
}): ReactElement {
  const say = useInboxWords();
  return (
    <ul>
      {threads.map(({ mobile, messages }) => (
        <li key={mobile}>
          <button
            type="button"
            className="inbox-thread"
            aria-current={mobile === chosen || undefined}
            onClick={() => onChoose(mobile)}
          >
            <span className="inbox-number">
              <strong className="number">{mobileText(mobile)}</strong>
              {messages.length > 1 && (
                <span
                  className="inbox-count"
                  title={say('messageCount', { count: messages.length })}
                >
                  {say('badge', { messages: messages.length })}
                </span>
              )}
            </span>
            <Time at={messages[0].sentAt} />
            <span className="inbox-last">
              {isMissed(messages[0]) ? (
                <Status tone="bad" word={say(`state_${messages[0].state}`)} />
              ) : (
                messages[0].text
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
