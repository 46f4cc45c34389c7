import { useEffect } from 'react';

let last: HTMLElement | undefined;

/** Remembers where the focus was before it went into a menu or a dialog, until the returned function is called. */
export function watchFocus(): () => void {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest('[role=menu]') && !isDialogOpen()) {
      last = target;
    }
  };
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
}

/** The focus can pass behind a dialog for a moment before the dialog takes it back. */
const isDialogOpen = () =>
  [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility());

/**
 * Returns a focus that was lost with its dialog. antd returns it to what had it before, which may be a choice of
 * a menu or a button of another dialog, and not at all from a dialog that unmounts.
 */
export function returnFocus(): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement?.checkVisibility()) return;
  const place = last?.checkVisibility() ? last : document.getElementById('content');
  place?.focus();
}

export function useReturnFocus(): void {
  useEffect(() => () => void setTimeout(returnFocus), []);
}
