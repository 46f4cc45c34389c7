import type { Page } from 'playwright-core';

/** Opens a console path, and waits until its router has arrived. */
export async function goTo(page: Page, path: string): Promise<void> {
  const url = JSON.stringify(`/console${path}`);
  await page.evaluate(`new Promise((arrive) => {
    history.pushState(null, '', ${url});
    const appearance = () => {
      const { status, location, resolvedLocation } = self.__TSR_ROUTER__.state;
      if (status === 'idle' && location.href === resolvedLocation?.href) arrive();
      else setTimeout(appearance, 5);
    };
    setTimeout(appearance);
  })`);
  await page.locator('h1').waitFor();
}
