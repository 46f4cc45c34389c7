import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** The part of a page that its script needs for a press: no browser, so that it costs nothing. */
const web = join(import.meta.dirname, '../../web');

interface Button {
  dataset: Record<string, string>;
  type: string;
  textContent: string;
  innerHTML: string;
  form: { action: string };
  closest(): Button;
  setAttribute(): void;
  removeAttribute(): void;
}

function createButton(dataset: Record<string, string>): Button {
  const button: Button = {
    dataset,
    type: 'button',
    textContent: 'Go',
    innerHTML: 'Go',
    form: { action: `https://id.example/v/link/${dataset.part}` },
    closest: () => button,
    setAttribute() {},
    removeAttribute() {},
  };
  return button;
}

function createElement(dataset: Record<string, string> = {}) {
  const events = new EventEmitter();
  return {
    dataset,
    hidden: false,
    textContent: '',
    innerHTML: '',
    addEventListener: (name: string, listener: () => void) => events.on(name, listener),
    press: (button: Button) => events.emit('click', { target: button }),
    submit: (submitter: Button) => events.emit('submit', { submitter, preventDefault() {} }),
    children: [] as { textContent: string; focus(): void }[],
    contains: () => false,
    querySelector: () => null,
    querySelectorAll: () => [],
    setAttribute() {},
    removeAttribute() {},
    scrollIntoView() {},
    focus() {},
  };
}

type Element = ReturnType<typeof createElement>;

let elements: Map<string, Element>;
/** The requests so far; the test answers each. */
let requests: { path: string; answer(status: number, body: object): Promise<void> }[];
let wentTo: string[];
const visitor = 'a'.repeat(24);
/** A script runs once per page, so each page imports it under another URL. */
let pages = 0;

beforeEach(() => {
  pages += 1;
  elements = new Map();
  requests = [];
  wentTo = [];
  const go = (url: string) => wentTo.push(url);
  const location = { pathname: '/v/link', search: `?by=${visitor}`, assign: go, replace: go };
  const quiet = { addEventListener() {}, setInterval: () => 0, clearInterval() {} };
  vi.stubGlobal('document', {
    ...quiet,
    // The page is hidden, so that it does not report a visit by itself.
    hidden: true,
    getElementById: (id: string) => elements.get(id) ?? createElement(),
  });
  vi.stubGlobal('window', quiet);
  vi.stubGlobal('location', location);
  vi.stubGlobal(
    'FormData',
    class {
      *[Symbol.iterator]() {}
    },
  );
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 1 });
  vi.stubGlobal('fetch', (path: string) => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const answer = async (status: number, body: object) => {
      resolve({ ok: status < 400, status, json: async () => body });
      await new Promise((turn) => setImmediate(turn));
    };
    requests.push({ path, answer });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the person’s page', () => {
  const start = { action: 'start', busy: 'One moment', part: 'session' };
  const words = { textContent: '', focus() {} };

  async function open(): Promise<Element> {
    const view = createElement({ stage: 'ready', key: 'ready 5', seconds: '600' });
    elements.set('view', view);
    const offline = createElement({ offline: 'no connection', fault: 'no answer' });
    offline.hidden = true;
    offline.children = [words, { textContent: '', focus() {} }, { textContent: '', focus() {} }];
    elements.set('offline', offline);
    await import(`${join(web, 'check/check.ts')}?page=${pages}`);
    return view;
  }

  test('sends one request, however often a button is pressed meanwhile', async () => {
    const view = await open();
    const button = createButton(start);
    for (let press = 0; press < 3; press++) view.submit(button);
    view.submit(createButton({ action: 'decline', part: 'cancel' }));
    const query = `?by=${visitor}&device=mobile`;
    expect(requests.map(({ path }) => path)).toEqual([`/v/link/session${query}`]);
    expect(button.textContent).toBe('One moment');
    await requests[0]?.answer(200, { url: 'https://vendor.example/' });
    expect(wentTo).toEqual(['https://vendor.example/']);
  });

  test('can be pressed again after an error, which it shows', async () => {
    const view = await open();
    const button = createButton(start);
    view.submit(button);
    await requests[0]?.answer(503, {});
    expect(elements.get('offline')?.hidden).toBe(false);
    expect(words.textContent).toBe('no answer');
    expect(button.innerHTML).toBe('Go');
    view.submit(button);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(200, { url: 'https://vendor.example/' });
    expect(elements.get('offline')?.hidden).toBe(true);
  });
});

describe('the sandbox’s page', () => {
  async function open(): Promise<Element> {
    const session = createElement({ script: 'choice' });
    elements.set('session', session);
    elements.set('status', createElement({ sending: 'Checking', fault: 'again' }));
    await import(`${join(web, 'sandbox/session.ts')}?page=${pages}`);
    return session;
  }

  test('sends one outcome, the first that was pressed', async () => {
    const session = await open();
    session.press(createButton({ outcome: 'passed' }));
    session.press(createButton({ outcome: 'passed' }));
    session.press(createButton({ outcome: 'cancelled' }));
    expect(requests).toHaveLength(1);
    await requests[0]?.answer(200, { returnUrl: '/back' });
    expect(wentTo).toEqual(['/back']);
  });

  test('can be pressed again after an error', async () => {
    const session = await open();
    session.press(createButton({ outcome: 'passed' }));
    await requests[0]?.answer(500, {});
    expect(elements.get('status')?.textContent).toBe('again');
    session.press(createButton({ outcome: 'passed' }));
    expect(requests).toHaveLength(2);
  });
});
