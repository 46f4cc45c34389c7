import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { FirstSteps } from '../../../src/console/overview/overview-contract.ts';
import { useCallWords } from '../calls/call-words.ts';
import { Mark } from '../parts/mark.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useGo, usePlace } from '../parts/place.ts';
import { useSession } from '../parts/session.ts';
import { FirstCall } from './first-call.tsx';
import { useOverviewWords } from './overview-words.ts';

const screenOf = {
  account: 'accounts',
  key: 'keys',
  template: 'templates',
  price: 'prices',
  call: undefined,
  provider: 'providers',
} as const;

/** How to get to the first call; whoever has seen it arrive goes on from there. */
export function FirstDay({
  steps: first,
  onArrived,
  onDone,
  onHide,
}: {
  steps: FirstSteps;
  onArrived(): void;
  onDone(): void;
  onHide(): void;
}): ReactElement {
  const { steps } = first;
  const say = useOverviewWords();
  const go = useGo();
  const { door, scope } = usePlace();
  const { person } = useSession();
  const sayCall = useCallWords();
  const inWords = (note: string) =>
    note.replaceAll(/face_verify|sms_code|sms_notice/g, (product) =>
      sayCall(`product_${product as 'sms_code'}`),
    );
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <>
      <PageHead
        title={say('welcome', { name: person?.name ?? '' })}
        aside={say(door === 'operator' ? 'welcomeText' : 'welcomeMember')}
        actions={
          <Button type="text" onClick={onHide}>
            {say('hide')}
          </Button>
        }
      />
      <div className="overview-first">
        <section className="card">
          <header className="first-head">
            <progress
              max={steps.length}
              value={done}
              aria-label={say('doneOf', { done, all: steps.length })}
            />
            <div>
              <h2>{say('doneOf', { done, all: steps.length })}</h2>
              <p className="soft">{say('testWorks')}</p>
            </div>
          </header>
          <ol className="first-steps">
            {steps.map(({ name, isDone, note }, place) => {
              const screen = screenOf[name];
              return (
                <li key={name} data-next={name === next || undefined}>
                  {isDone ? (
                    <Mark kind="good" />
                  ) : (
                    <span className="first-number">{place + 1}</span>
                  )}
                  <div>
                    <strong>{say(`step_${name}`)}</strong>
                    <p className="soft">{isDone ? inWords(note) : say(`todo_${name}`)}</p>
                  </div>
                  {screen && (scope === 'platform' || screen === 'keys') && (
                    <Button type={isDone ? 'text' : 'default'} onClick={() => go(screen)}>
                      {say('open')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ol>
        </section>
        <div className="stack">
          <FirstCall steps={first} onArrived={onArrived} onDone={onDone} />
          <section className="card first-inbox">
            <div>
              <h2>{say('seeInbox')}</h2>
              <p className="soft">{say('seeInboxText')}</p>
            </div>
            <Button onClick={() => go('inbox', { query: { mode: 'test' } })}>{say('inbox')}</Button>
          </section>
        </div>
      </div>
    </>
  );
}
