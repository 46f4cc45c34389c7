import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useKitWords } from './kit-words.ts';
import { areSingleKeysOn, useShortcuts } from './shortcuts.ts';

/** In the toast of a change that can be undone. */
export function UndoButton({ onUndo }: { onUndo(): void }): ReactElement {
  const say = useKitWords();
  useShortcuts({ u: onUndo });
  return (
    <Button size="small" onClick={onUndo}>
      {say('undo')} {areSingleKeysOn() && <kbd>U</kbd>}
    </Button>
  );
}
