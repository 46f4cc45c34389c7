import type { Page } from 'playwright-core';

/** Opens a console path, and waits until its router has arrived. */
export async function goTo(page: Page, path: string): Promise<void> {
  const url = JSON.stringify(`/console${path}`);
  await page.evaluate(`new Promise((arrive) => {
    history.pushState(null, '', ${url});
    const look = () => {
      const { status, location, resolvedLocation } = self.__TSR_ROUTER__.state;
      if (status === 'idle' && location.href === resolvedLocation?.href) arrive();
      else setTimeout(look, 5);
    };
    setTimeout(look);
  })`);
  await page.locator('h1').waitFor();
}
