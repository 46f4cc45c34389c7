import { addCopyButtons } from './copy.ts';
import { fillKey } from './key.ts';
import { openSearch } from './search-dialog.ts';
import { makeTabs } from './tabs.ts';

const { base = '', language = 'en' } = document.body.dataset;

makeTabs();
addCopyButtons();
fillKey(base);
openSearch(base, language);
followOldLinks();

/** The reference was once at `/docs`, and the anchor of an operation once held its tag and path. */
function followOldLinks(): void {
  const { hash, pathname } = location;
  const anchor = hash.replace(/^#tag\/.*\/POST\/api\/v1\//, '#');
  const isMoved = /^#(tag|model|description)\b/.test(hash) && !pathname.endsWith('/reference');
  if (isMoved) location.replace(`${base}/docs/reference${anchor}`);
  else if (anchor !== hash) location.replace(anchor);
}
