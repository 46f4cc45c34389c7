const kept = 'countersign.samples';

/** One language for all samples, remembered across pages. */
export function makeTabs(): void {
  const sets = [...document.querySelectorAll<HTMLElement>('.samples')].map(makeSet);
  const choose = (language: string) => {
    for (const show of sets.map(({ show }) => show)) show(language);
    try {
      localStorage.setItem(kept, language);
    } catch {
      // Without storage the choice lasts for this page.
    }
  };
  for (const { tabs } of sets) {
    for (const tab of tabs) tab.addEventListener('click', () => choose(tab.dataset.language ?? ''));
  }
  for (const { show } of sets) show(readKept());
}

function readKept(): string {
  try {
    return localStorage.getItem(kept) ?? 'sh';
  } catch {
    return 'sh';
  }
}

function makeSet(set: HTMLElement, number: number) {
  const panels = [...set.querySelectorAll<HTMLElement>('.code')];
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', set.dataset.label ?? '');
  const tabs = panels.map((panel) => {
    const { language = '' } = panel.dataset;
    panel.id = `sample-${number}-${language}`;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${number}-${language}`;
    tab.dataset.language = language;
    tab.textContent = panel.querySelector('.caption')?.textContent ?? language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  list.append(...tabs);
  list.addEventListener('keydown', (event) => moveFocus(event, tabs));
  set.prepend(list);
  set.classList.add('tabbed');
  const show = (wanted: string) => {
    const language = panels.some((panel) => panel.dataset.language === wanted) ? wanted : 'sh';
    for (const panel of panels) panel.hidden = panel.dataset.language !== language;
    for (const tab of tabs) {
      const isShown = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
  };
  return { tabs, show };
}

function moveFocus(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  event.preventDefault();
  next?.focus();
  next?.click();
}
