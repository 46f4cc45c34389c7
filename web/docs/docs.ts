import { addCopyButtons } from './copy.ts';
import { fillKey } from './key.ts';
import { openSearch } from './search-dialog.ts';
import { makeTabs } from './tabs.ts';

const { base = '', language = 'en' } = document.body.dataset;

makeTabs();
addCopyButtons();
fillKey(base);
openSearch(base, language);
letThemeBeChosen();
followOldLinks();

function letThemeBeChosen(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme-button');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem('countersign.theme', root.dataset.theme);
    } catch {
      // Without storage the choice lasts for this page.
    }
  });
}

/** The reference was once at `/docs`, and the anchor of an operation once held its tag and path. */
function followOldLinks(): void {
  const { hash, pathname } = location;
  const anchor = hash.replace(/^#tag\/.*\/POST\/api\/v1\//, '#');
  const isMoved = /^#(tag|model|description)\b/.test(hash) && !pathname.endsWith('/reference');
  if (isMoved) location.replace(`${base}/docs/reference${anchor}`);
  else if (anchor !== hash) location.replace(anchor);
}
