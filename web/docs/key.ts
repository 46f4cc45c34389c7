import { keptKey } from './kept-key.ts';

const testKey = /^cs_test_(?:[1-9][0-9]{0,3}_)?[0-9A-Za-z]{38}$/;

/**
 * Fills the samples with the reader's test key: one pasted here, one that the console created in this tab, or for an
 * operator the demo key. Other keys are stored as hashes, so they cannot be shown. The key stays in this tab; no
 * request of this page carries it.
 */
export function fillKey(base: string): void {
  const form = document.querySelector<HTMLFormElement>('#key');
  const input = document.querySelector<HTMLInputElement>('#key-input');
  const hint = document.querySelector<HTMLElement>('#key-hint');
  if (!form || !input || !hint) return;
  const { placeholder } = input;
  const places = findPlaces(placeholder);
  const { hint: usual = '', wrong = '', found = '' } = form.dataset;
  const show = (key: string) => {
    for (const { node, text } of places) {
      node.data = key === '' ? text : text.replaceAll(placeholder, key);
    }
  };
  const take = (typed: string, words: string) => {
    const isWrong = typed !== '' && !testKey.test(typed);
    form.classList.toggle('wrong', isWrong);
    hint.textContent = isWrong ? wrong : words;
    show(isWrong ? '' : typed);
    if (!isWrong) keep(typed);
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', () => take(input.value.trim(), usual));
  const known = readKept();
  if (known) {
    input.value = known;
    take(known, usual);
    return;
  }
  void findDemoKey(base).then((key) => {
    // Do not overwrite what the reader is typing.
    if (!key || input.value !== '') return;
    input.value = key;
    take(key, found);
  });
}

function findPlaces(placeholder: string): { node: Text; text: string }[] {
  const places: { node: Text; text: string }[] = [];
  for (const code of document.querySelectorAll('article code')) {
    const texts = document.createNodeIterator(code, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
      if (node.data.includes(placeholder)) places.push({ node, text: node.data });
    }
  }
  return places;
}

/** Only operators may read the demo key; others get undefined without an error. */
async function findDemoKey(base: string): Promise<string | undefined> {
  try {
    const session = await read(`${base}/console/api/session`);
    if (session?.stage !== 'full' || !session.operatorRole) return undefined;
    const steps = await read(`${base}/console/api/platform/overview/first-steps`);
    return steps?.demo?.apiKey;
  } catch {
    return undefined;
  }
}

async function read(url: string) {
  const reply = await fetch(url, { headers: { accept: 'application/json' } });
  return reply.ok ? reply.json() : undefined;
}

function readKept(): string {
  try {
    return sessionStorage.getItem(keptKey) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(keptKey);
    else sessionStorage.setItem(keptKey, key);
  } catch {
    // Without storage the choice lasts for this page.
  }
}
