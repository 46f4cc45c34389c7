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

/** The reference used to be at this URL; old anchors still lead to it. */
function followOldLinks(): void {
  if (/^#(tag|model|description)\b/.test(location.hash)) {
    location.replace(`${base}/docs/reference${location.hash}`);
  }
}
