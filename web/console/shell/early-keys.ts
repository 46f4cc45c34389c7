type Pressed = Event &
  Readonly<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> & { key: string };
type Pasted = Event & { clipboardData: { getData(type: string): string } | null };

/**
 * Keeps what is typed or pasted before a field can take it: while its code loads and its dialog opens. The
 * returned function ends that, and says what it was.
 */
export function keepEarlyKeys(target: EventTarget): () => string {
  let kept = '';
  const onKey = (event: Event) => {
    const { key, ctrlKey, metaKey, altKey } = event as Pressed;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Backspace') kept = kept.slice(0, -1);
    else if (key.length === 1) kept += key;
    else return;
    // A letter would be a shortcut.
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: Event) => {
    kept += (event as Pasted).clipboardData?.getData('text') ?? '';
  };
  target.addEventListener('keydown', onKey, { capture: true });
  target.addEventListener('paste', onPaste, { capture: true });
  return () => {
    target.removeEventListener('keydown', onKey, { capture: true });
    target.removeEventListener('paste', onPaste, { capture: true });
    return kept;
  };
}
