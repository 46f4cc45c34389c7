/** Pages by cursor. The URL holds the cursors of all pages so far; the last one is the current page. */
export function cursorPages(
  cursors: string,
  next: string | null | undefined,
  go: (cursors: string) => void,
): { here: string; onNewer: (() => void) | undefined; onOlder: (() => void) | undefined } {
  const stack = cursors === '' ? [] : cursors.split('|');
  return {
    here: stack.at(-1) ?? '',
    onNewer: stack.length > 0 ? () => go(stack.slice(0, -1).join('|')) : undefined,
    onOlder: next ? () => go([...stack, next].join('|')) : undefined,
  };
}
