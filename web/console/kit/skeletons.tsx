import './skeletons.css';
import { type ReactElement, useEffect, useState } from 'react';
import { useKitWords } from './kit-words.ts';

/** Fast replies show no skeleton; slow ones also say so in words. */
function useWaiting(): 'nothing' | 'shape' | 'words' {
  const [state, setState] = useState<'nothing' | 'shape' | 'words'>('nothing');
  useEffect(() => {
    const timers = [
      setTimeout(() => setState('shape'), 200),
      setTimeout(() => setState('words'), 3_000),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return state;
}

function Waiting({ children }: { children: ReactElement }): ReactElement {
  const state = useWaiting();
  const say = useKitWords();
  return (
    <div className={state === 'nothing' ? 'waiting waiting-unseen' : 'waiting'} aria-busy="true">
      {children}
      {state === 'words' && <p className="waiting-words">{say('loading')}</p>}
    </div>
  );
}

export function RowsSkeleton({ rows = 10, height = 34 }: { rows?: number; height?: number }) {
  return (
    <Waiting>
      <div>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike
          <div key={row} className="skeleton-row" style={{ height }}>
            <span className="bone" style={{ width: `${24 + ((row * 37) % 30)}%` }} />
            <span className="bone" style={{ width: '12%' }} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

export function CardSkeleton({ height }: { height: number }): ReactElement {
  return (
    <Waiting>
      <div className="card skeleton-card" style={{ height }}>
        <span className="bone" style={{ width: '30%' }} />
        <span className="bone" style={{ width: '60%' }} />
      </div>
    </Waiting>
  );
}

export function ScreenSkeleton(): ReactElement {
  return (
    <Waiting>
      <div>
        <div className="skeleton-title">
          <span className="bone" style={{ width: 160, height: 20 }} />
        </div>
        <div className="card" style={{ height: 420 }} />
      </div>
    </Waiting>
  );
}
