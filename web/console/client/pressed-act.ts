/** A request follows its click within this time. */
const followsMs = 1_000;
const maxLength = 80;

let pressed: { act: string; atMs: number } | undefined;

/**
 * Remembers the words of the button that was pressed last, so that the second factor is asked for an act by
 * the name under which the person chose it. Enter in a form and keys on a button are clicks too.
 */
export function watchPresses(): () => void {
  const note = (event: Event) => {
    const button = (event.target as Element | null)?.closest('button, a, [role="menuitem"]');
    const words = button?.getAttribute('aria-label') ?? (button as HTMLElement | null)?.innerText;
    pressed = words?.trim() ? { act: words.trim(), atMs: performance.now() } : undefined;
  };
  document.addEventListener('click', note, true);
  return () => document.removeEventListener('click', note, true);
}

/** What the request that is made now is for; undefined if no click began it. */
export function pressedAct(): string | undefined {
  if (!pressed || performance.now() - pressed.atMs > followsMs) return undefined;
  const { act } = pressed;
  return act.length > maxLength ? undefined : act.replaceAll(/\s+/g, ' ').replace(/…$/, '');
}
