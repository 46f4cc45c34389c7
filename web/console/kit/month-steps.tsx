import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';

/** To the month before or after; there is none after the current one. */
export function MonthSteps({
  month,
  current,
  isQuiet = false,
  onMove,
}: {
  month: string;
  current: string;
  /** In the head of a card, where nothing has a frame. */
  isQuiet?: boolean;
  /** By one month. */
  onMove(by: 1 | -1): void;
}): ReactElement {
  const say = useKitWords();
  const isLast = month >= current;
  const type = isQuiet ? 'text' : 'default';
  return (
    <>
      <Button
        type={type}
        aria-label={say('previousMonth')}
        icon={<Icon name="left" />}
        onClick={() => onMove(-1)}
      />
      <Button
        type={type}
        aria-label={say('nextMonth')}
        title={isLast ? say('isCurrentMonth') : undefined}
        icon={<Icon name="right" />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
  );
}
