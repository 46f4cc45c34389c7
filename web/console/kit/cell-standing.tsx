import type { ReactElement } from 'react';
import type { Standing } from '../client/standing.ts';
import { useKitWords } from './kit-words.ts';
import { Status } from './status.tsx';
import type { StatusTone } from './status-tone.ts';

const tones: Readonly<Record<Standing, StatusTone>> = {
  loading: 'pending',
  up: 'good',
  down: 'bad',
  unconnected: 'unknown',
  differs: 'unknown',
  refused: 'refused',
  isolated: 'off',
};

/** Whether a cell answers, and if not, why. */
export function CellStanding({ standing }: { standing: Standing }): ReactElement {
  const say = useKitWords();
  return <Status tone={tones[standing]} word={say(`cell_${standing}`)} />;
}
