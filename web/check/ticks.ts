/**
 * Keeps the ticks of a consent in this tab while the person looks at another page. They belong to one text and its
 * named providers: a changed consent starts unticked.
 */
export function saveTicks(view: HTMLElement): void {
  const consent = consentIn(view);
  if (!consent) return;
  const ticked = [...boxesOf(view)].filter((box) => box.checked).map(({ name }) => name);
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify([consent, ...ticked]));
  } catch {}
}

export function restoreTicks(view: HTMLElement): void {
  const consent = consentIn(view);
  if (!consent) return;
  const [kept, ...ticked] = recall();
  if (kept !== consent) return;
  for (const box of boxesOf(view)) box.checked ||= ticked.includes(box.name);
}

/** Without storage the ticks last as long as the page. */
function recall(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]');
  } catch {
    return [];
  }
}

function consentIn(view: HTMLElement): string | undefined {
  const form = view.querySelector<HTMLButtonElement>('[data-action=agree]')?.form;
  if (!form) return undefined;
  const said = new FormData(form);
  return `${said.get('version')} ${said.get('providers')}`;
}

function boxesOf(view: HTMLElement): NodeListOf<HTMLInputElement> {
  return view.querySelectorAll<HTMLInputElement>('.tick input');
}

function keyOf(): string {
  return `ticks ${/\/v\/([^/]{1,8})/.exec(location.pathname)?.[1]}`;
}
