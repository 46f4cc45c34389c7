import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { useProvidersWords } from './providers-words.ts';

/** Asks before unsaved settings are left, by a link, the back button or a closed tab. */
export function LeaveDialog({ isUnsaved }: { isUnsaved(): boolean }): ReactElement {
  const say = useProvidersWords();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={status === 'blocked'}
      title={say('leaveTitle')}
      verb={say('leaveVerb')}
      isDanger
      onConfirm={async () => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>{say('leaveText')}</p>
    </Confirm>
  );
}
