import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { addressOf } from './client/api.ts';
import { basePath } from './client/base-path.ts';
import { keepPath, takePath } from './client/kept-path.ts';
import { pathOf } from './client/open-path.ts';
import { queryClient } from './client/query-client.ts';
import { parseSearch, stringifySearch } from './client/search-state.ts';
import { homeScope, type Session, sessionQuery } from './client/session.ts';
import { ScreenSkeleton } from './kit/skeletons.tsx';
import { allScreens } from './screens/all-screens.ts';
import { Crashed } from './shell/crashed.tsx';
import { homeScreen, isOf, mayEnter } from './shell/navigation.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** What the server drew for the first load stays until the session is known. */
const pendingComponent = () => null;

const readSession = (): Promise<Session> => queryClient.ensureQueryData(sessionQuery);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  pendingComponent,
  beforeLoad: async () => {
    const session = await readSession();
    if (session.stage !== 'full') throw redirect({ to: '/sign-in' });
    const scope = homeScope(session);
    if (scope === undefined) throw redirect({ to: '/sign-in' });
    const kept = takePath('sign-in');
    if (kept !== undefined) throw redirect(pathOf(kept) as never);
    throw redirect({ to: '/$scope/$', params: { scope, _splat: homeScreen(session, scope) } });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  pendingComponent,
  beforeLoad: async () => {
    await readSession();
  },
  component: lazyRouteComponent(() => import('./screens/session/sign-in-screen.tsx')),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  pendingComponent,
  beforeLoad: async () => {
    await readSession();
  },
  component: lazyRouteComponent(() => import('./screens/session/welcome-screen.tsx')),
});

/** Another cell sends the browser here, to sign in there as the person who is signed in here. */
const enterCell = createRoute({
  getParentRoute: () => root,
  path: 'enter-cell',
  pendingComponent,
  beforeLoad: async ({ location }) => {
    const session = await readSession();
    if (session.stage !== 'full') {
      throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    }
  },
  component: lazyRouteComponent(() => import('./screens/session/enter-cell-screen.tsx')),
});

/** Back from that cell; or from a link of another cell, which names it and a screen of this one. */
const enter = createRoute({
  getParentRoute: () => root,
  path: 'enter',
  pendingComponent,
  beforeLoad: async ({ search }) => {
    const session = await readSession();
    const { from, next } = search as { from?: string; next?: string };
    if (from === undefined) return;
    if (session.stage === 'full') throw redirect({ ...pathOf(next), replace: true } as never);
    keepPath('enter', next);
    location.replace(addressOf('session/cell/start', { from }));
    // The browser leaves.
    await new Promise(() => {});
  },
  component: lazyRouteComponent(() => import('./screens/session/enter-screen.tsx')),
});

/** Requires a session, and access to the scope. */
const inside = createRoute({
  getParentRoute: () => root,
  path: '$scope',
  pendingComponent,
  beforeLoad: async ({ params, location }) => {
    const session = await readSession();
    if (session.stage !== 'full') {
      throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    }
    if (!mayEnter(session, params.scope)) throw redirect({ to: '/' });
  },
  component: Shell,
});

const insideStart = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: async ({ params: { scope } }) => {
    const screen = homeScreen(await readSession(), scope);
    throw redirect({ to: '/$scope/$', params: { scope, _splat: screen } });
  },
});

/** Unknown paths keep the shell, so that the navigation stays visible. */
const insideRest = createRoute({
  getParentRoute: () => inside,
  path: '$',
  component: NotFound,
});

/** A screen of the platform that is opened in an account is that of the platform; members come home from there. */
const screenRoutes = allScreens.map((screen) =>
  createRoute({
    getParentRoute: () => inside,
    path: screen.path,
    beforeLoad: ({ params }) => {
      const { scope: account } = params;
      if (account !== 'platform' && !isOf(screen, account)) {
        throw redirect({
          to: `/$scope/${screen.path}`,
          params: { ...params, scope: 'platform' },
          search: screen.isByAccount ? (now: object) => ({ ...now, account }) : true,
        } as never);
      }
    },
    component: lazyRouteComponent(screen.load),
  }),
);

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      signIn,
      welcome,
      enterCell,
      enter,
      inside.addChildren([insideStart, insideRest, ...screenRoutes]),
    ]),
    basepath: `${basePath}/console`,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Crashed,
    scrollRestoration: true,
  });
}
