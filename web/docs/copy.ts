import { writeClipboard } from './write-clipboard.ts';

const magicValue = /^\d{10,17}[\dX]$/;

/** For every block of code and every magic value of the sandbox. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code:not(.samples > .code)')) {
    block.append(copyButton(() => block.querySelector('code')?.textContent ?? ''));
  }
  for (const set of document.querySelectorAll<HTMLElement>('.samples')) {
    const shown = () => set.querySelector('.code:not([hidden]) code')?.textContent ?? '';
    set.append(copyButton(shown));
  }
  for (const value of document.querySelectorAll<HTMLElement>('td:first-child > code')) {
    const text = value.textContent ?? '';
    if (magicValue.test(text)) value.after(copyButton(() => text, text));
  }
}

/** The changed label also tells screen readers. */
function copyButton(read: () => string, what = ''): HTMLButtonElement {
  const { copy = '', copied = '' } = document.body.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  if (what) button.setAttribute('aria-label', `${copy} ${what}`);
  button.addEventListener('click', async () => {
    if (!(await writeClipboard(read()))) return;
    button.textContent = copied;
    if (what) button.setAttribute('aria-label', `${copied} ${what}`);
    setTimeout(() => {
      button.textContent = copy;
      if (what) button.setAttribute('aria-label', `${copy} ${what}`);
    }, 2_000);
  });
  return button;
}
