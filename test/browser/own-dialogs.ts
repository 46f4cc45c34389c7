import { dialogsOf, type Keys } from './dialog-keys.ts';
import type { DialogRow } from './dialog-row.ts';

/** The dialogs of a person's own sign-in, and of the console's frame. */
export const ownDialogs: readonly DialogRow[] = [
  {
    file: 'screens/session/devices-card.tsx',
    path: '/platform/security',
    open: async (keys) => {
      await playOtherSession(keys);
      return keys.press('Sign out all others…');
    },
  },
  { file: 'screens/session/factors-card.tsx', path: '/platform/security', open: 'Remove…' },
  {
    file: 'screens/session/factors-card.tsx',
    path: '/platform/security',
    open: 'Create new codes',
    isSecret: true,
  },
  {
    file: 'screens/session/connections-card.tsx',
    path: '/platform/security',
    open: async (keys) => {
      await playCells(keys);
      return keys.press('Disconnect cell 2');
    },
  },
  {
    file: 'kit/factor-dialog.tsx',
    door: 'stale',
    path: '/platform/security',
    open: 'Create new codes',
    refused: { typed: { Code: '000000' }, field: 'Code', words: /wrong/i },
  },
  {
    file: 'screens/session/app-dialog.tsx',
    door: 'appless',
    path: '/platform/security',
    open: 'Set up app',
  },
  {
    file: 'screens/session/app-dialog.tsx',
    door: 'appless',
    path: '/platform/security',
    open: async (keys) => {
      const opener = await keys.press('Set up app');
      await keys.press(/recovery code/, dialogsOf(keys.page));
      await keys.type(/recovery code/i, keys.visitor.recoveryCodes[0] ?? '');
      await keys.page.keyboard.press('Enter');
      await dialogsOf(keys.page).getByLabel('Code').waitFor();
      return opener;
    },
  },
  {
    file: 'shell/search-box/search-box.tsx',
    path: '/platform/overview',
    open: 'Find an account, call, key or mobile number',
  },
  {
    file: 'shell/search-box/search-box.tsx',
    door: 'customer',
    width: 320,
    path: '/{account}/keys?mode=test',
    open: /^Find a call, key or mobile/,
  },
  {
    file: 'shell/shortcuts-dialog.tsx',
    path: '/platform/overview',
    open: (keys) => keys.choose(/^Your menu/, /^Keyboard shortcuts/),
  },
];

/** The replies of an installation among several. */
async function playCells({ page }: Keys): Promise<void> {
  await page.route('**/console/api/session', async (route) => {
    const reply = await route.fetch();
    const others = [{ cell: 2, url: 'https://two.example', isIsolated: false }];
    await route.fulfill({ json: { ...(await reply.json()), cells: { own: 1, others } } });
  });
  await page.route('**/console/api/session/connections', (route) => {
    const connection = { subject: 'x', cell: 2, connectedAt: new Date().toISOString() };
    return route.fulfill({ json: { isKnownByIssuer: false, connections: [connection] } });
  });
  await page.reload();
}

/** The same person in a second browser. */
async function playOtherSession({ page }: Keys): Promise<void> {
  await page.route('**/console/api/session/devices', async (route) => {
    const reply: { sessions: object[] } = await (await route.fetch()).json();
    const other = { ...reply.sessions[0], sessionId: 'other', isThis: false };
    await route.fulfill({ json: { sessions: [...reply.sessions, other] } });
  });
  await page.reload();
}
