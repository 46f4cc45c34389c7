import { Button } from 'antd';
import type { ReactElement } from 'react';
import { type Product, products } from '../../../../src/foundation/contract/products.ts';
import type { FirstSteps } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { Status } from '../../kit/status.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { useOverviewWords } from './overview-words.ts';

const productNames = new RegExp(products.join('|'), 'g');

const screenOf = {
  account: 'accounts',
  key: 'keys',
  template: 'templates',
  price: 'prices',
  call: undefined,
  provider: 'providers',
} as const;

export function FirstStepsCard({
  steps,
  onHide,
}: {
  steps: FirstSteps['steps'];
  /** Given beside figures: shows only the open steps, and can be dismissed. */
  onHide?: () => void;
}): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const { scope } = useScope();
  const nameOf = useProductName();
  const productNamed = (note: string) =>
    note.replaceAll(productNames, (product) => nameOf(product as Product));
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <section className={`card ${onHide ? 'first-left' : ''}`}>
      <header className="first-head">
        <progress
          max={steps.length}
          value={done}
          aria-label={say('doneOf', { done, count: steps.length })}
        />
        <div>
          <h2>{say('doneOf', { done, count: steps.length })}</h2>
          <p className="soft">{say('testWorks')}</p>
        </div>
        {onHide && (
          <Button type="text" onClick={onHide}>
            {say('hide')}
          </Button>
        )}
      </header>
      <ol className="first-steps">
        {steps.map(({ name, isDone, note }, index) => {
          if (onHide && isDone) return null;
          const screen = screenOf[name];
          return (
            <li key={name} data-next={name === next || undefined}>
              {isDone ? <Status tone="good" /> : <span className="first-number">{index + 1}</span>}
              <div>
                <strong>{say(`step_${name}`)}</strong>
                <p className="soft">{isDone ? productNamed(note) : say(`todo_${name}`)}</p>
              </div>
              {screen && name !== 'call' && (scope === 'platform' || screen === 'keys') && (
                <Button type={isDone ? 'text' : 'default'} onClick={() => go(screen)}>
                  {say(`open_${name}`)}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
