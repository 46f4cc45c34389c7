import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { patienceMs } from './browser.ts';

interface Asked {
  /** All requests so far. */
  count: number;
  /** Requests without a response. */
  open: Set<Request>;
}

const askedBy = new WeakMap<Page, Asked>();

/** Records a page's requests and responses from now on. */
export function noteRequests(page: Page): void {
  const asked: Asked = { count: 0, open: new Set() };
  askedBy.set(page, asked);
  page.on('request', (request) => {
    // An event stream stays open as long as the page.
    if (request.resourceType() === 'eventsource') return;
    asked.count += 1;
    asked.open.add(request);
  });
  const close = (request: Request) => asked.open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
}

/** What an idle page is still loading or moving into place. */
const unsettled = `new Promise((tell) => {
  const idle = (then) => requestIdleCallback(then, { timeout: 1_000 });
  const frame = (then) => {
    const late = setTimeout(then, 1_000);
    requestAnimationFrame(() => {
      clearTimeout(late);
      then();
    });
  };
  idle(() => frame(() => idle(() => tell([
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...[...document.querySelectorAll('[aria-busy="true"]')].map((one) => one.className),
    ...document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ effect }) => 'animation of ' + effect.target?.className),
  ]))));
})`;

/** Waits until a page has loaded and rendered everything, and returns as soon as it has. */
export async function settle(page: Page): Promise<void> {
  const asked = askedBy.get(page);
  if (!asked) throw new Error('nobody takes note of what this page asks for');
  const startedAt = performance.now();
  for (;;) {
    const { count } = asked;
    const left = asked.open.size > 0 ? [] : await page.evaluate<string[]>(unsettled);
    const urls = [...asked.open].map((request) => request.url());
    // A response may lead to the next request, which starts before the page is idle.
    if (asked.count === count && left.length + urls.length === 0) return;
    if (performance.now() - startedAt > patienceMs) {
      throw new Error(`${page.url()} does not come to rest: ${[...left, ...urls].join(', ')}`);
    }
    await sleep(5);
  }
}
