import type { Browser, BrowserContext } from 'playwright-core';
import { createInvitation } from '../../src/people/sign-in/invitation-queries.ts';
import { byTest } from '../kit/by-test.ts';
import { type Arrived, type ConsoleVisitor, createConsoleVisitor } from '../kit/console-visitor.ts';
import type { Fixture } from '../kit/fixture.ts';
import {
  type Appearance,
  type Opened,
  openAppearance,
  openConsolePage,
  renewAppearance,
} from './console-appearance.ts';

/** A person with a browser at the console of a running platform. */
export interface BrowserVisitor extends Arrived {
  /** The same session without a browser, to ask the API what is really stored. */
  asks: Pick<ConsoleVisitor, 'get' | 'post' | 'cookies'>;
  /** One page at a time per language: opening one closes the previous one. */
  open(path: string, appearance?: Appearance): Promise<Opened>;
}

/** The host for the console's cookies: browsers treat this name as local. */
export const homeOf = (fixture: Pick<Fixture, 'url'>) =>
  fixture.url.replace('127.0.0.1', 'localhost');

/** The link of an invitation, as its receiver opens it. */
export async function inviteTo(
  fixture: Pick<Fixture, 'app' | 'url'>,
  role: string,
  accountId: number | null = null,
): Promise<string> {
  const wanted = { accountId, role, invitedBy: 'Lin' };
  const { token } = await createInvitation(byTest(fixture.app.pool), wanted);
  return `${homeOf(fixture)}/console/welcome#${token}`;
}

/** Signs a person in completely, by an invitation and an authenticator app. */
export async function createBrowserVisitor(
  browser: Browser,
  fixture: Pick<Fixture, 'app' | 'url'>,
  role = 'owner',
  accountId: number | null = null,
): Promise<BrowserVisitor> {
  const home = homeOf(fixture);
  const visitor = createConsoleVisitor(fixture.app, home);
  const arrived = await visitor.arrive(role, accountId);
  const contexts = new Map<Appearance['language'], BrowserContext>();
  return {
    ...arrived,
    asks: visitor,
    async open(path, appearance = {}) {
      const before = contexts.get(appearance.language);
      const isThere = before !== undefined && before.pages().length > 0;
      const context = isThere
        ? await renewAppearance(before, appearance)
        : await openAppearance(browser, appearance);
      contexts.set(appearance.language, context);
      await context.addCookies(
        [...visitor.cookies].map(([name, value]) => ({
          ...{ name, value, domain: 'localhost', path: '/', secure: true },
        })),
      );
      const opened = await openConsolePage(context, `${home}/console${path}`);
      await opened.page.locator('h1').waitFor();
      return opened;
    },
  };
}
