import './new-rows.css';
import type { ReactElement } from 'react';
import type { HeldRows } from '../client/use-held-rows.ts';
import { numberText } from './number-text.ts';

/** How many rows wait above a list that somebody reads: "12 new calls", to be pressed. */
export function NewRows({
  news: { count, isMany, show },
  text,
}: {
  news: Pick<HeldRows<unknown>, 'count' | 'isMany' | 'show'>;
  text(values: { count: number; shown: string }): string;
}): ReactElement {
  const shown = isMany ? `${numberText(count)}+` : numberText(count);
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="new-rows" onClick={show}>
          {text({ count, shown })}
        </button>
      )}
    </div>
  );
}
