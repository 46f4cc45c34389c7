import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Mode, useScope } from '../client/scope.ts';
import { useShellWords } from './shell-words.ts';

/** Keeps the screen; drops the filters, which refer to rows of one mode. */
export function useSwitchMode(): { mode: Mode; switchMode(mode: Mode): void } {
  const navigate = useNavigate();
  const { mode } = useScope();
  return {
    mode: mode === 'live' ? 'test' : 'live',
    switchMode: (next) => {
      if (next !== mode) void navigate({ to: '.', search: { mode: next } } as never);
    },
  };
}

export function ModeSwitch(): ReactElement {
  const say = useShellWords();
  const { mode } = useScope();
  const { switchMode } = useSwitchMode();
  return (
    <fieldset className={`mode-switch mode-${mode}`}>
      <legend className="unseen">{say('mode')}</legend>
      {(['live', 'test'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === mode} onClick={() => switchMode(one)}>
          <i className="mode-dot" />
          {say(one)}
        </button>
      ))}
    </fieldset>
  );
}
