import { excerptOf, rankSections, type Section } from './rank-sections.ts';

/** Searches in the browser: queries are sent nowhere. */
export function openSearch(base: string, language: string): void {
  const find = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found;
  const button = find<HTMLButtonElement>('search-button');
  const dialog = find<HTMLDialogElement>('search');
  const input = find<HTMLInputElement>('search-input');
  const results = find<HTMLUListElement>('search-results');
  const status = find<HTMLElement>('search-status');
  let sections: Promise<Section[]> | undefined;

  const open = () => {
    sections ??= readSections(base, language);
    dialog.showModal();
    input.select();
  };
  const show = async () => {
    const question = input.value;
    const all = await (sections ?? []);
    // The input changed meanwhile.
    if (input.value !== question) return;
    const found = rankSections(all, question);
    const { found: words = '', nothing = '' } = dialog.dataset;
    results.replaceChildren(...found.map((section) => resultOf(section, question, base)));
    status.textContent =
      question.trim() === ''
        ? ''
        : found.length === 0
          ? nothing
          : words.replace('{count}', String(found.length));
  };
  button.hidden = false;
  button.addEventListener('click', open);
  find('search-close').addEventListener('click', () => dialog.close());
  input.addEventListener('input', show);
  dialog.addEventListener('keydown', (event) => moveFocus(event, input, results));
  results.addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    const isAsked =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isAsked || dialog.open) return;
    event.preventDefault();
    open();
  });
}

async function readSections(base: string, language: string): Promise<Section[]> {
  const reply = await fetch(`${base}/docs/${language}/search.json`);
  return reply.ok ? reply.json() : [];
}

function resultOf(section: Section, question: string, base: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${base}/docs${section.path}`;
  link.append(section.heading === '' ? section.title : `${section.title} › ${section.heading}`);
  const line = document.createElement('small');
  const { text, from, to } = excerptOf(section.text, question);
  const mark = document.createElement('mark');
  mark.append(text.slice(from, to));
  line.append(text.slice(0, from), ...(to > from ? [mark] : []), text.slice(to));
  link.append(line);
  item.append(link);
  return item;
}

function moveFocus(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Enter' && document.activeElement === input) {
    event.preventDefault();
    links[0]?.click();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
  if (next < 0) input.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}
