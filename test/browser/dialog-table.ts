import { dialogsOf, type Keys } from './dialog-keys.ts';
import type { DialogRow } from './dialog-row.ts';
import { ownDialogs } from './own-dialogs.ts';
import { paymentDialogs } from './payment-dialogs.ts';

const accounts: DialogRow[] = [
  {
    file: 'screens/accounts/new-account-dialog.tsx',
    path: '/platform/accounts',
    open: 'New account',
    draft: 'Name',
    refused: {
      typed: { Name: 'Alder', 'Initial balance of the test wallet': '-1' },
      ...{ field: 'Initial balance of the test wallet', words: /must be 0 or more/ },
    },
  },
  {
    file: 'screens/accounts/account-screen.tsx',
    path: '/{account}/account',
    open: (keys) => keys.choose('More actions', 'Suspend…'),
  },
  {
    file: 'screens/accounts/close-dialog.tsx',
    path: '/{account}/account',
    open: (keys) => keys.choose('More actions', 'Close account…'),
    draft: 'Reason (optional)',
  },
  {
    file: 'screens/accounts/closure-card.tsx',
    path: '/{closed}/account',
    open: 'Record pay-out',
    draft: 'Your payment reference',
    refused: {
      typed: { 'Your payment reference': 'refund 1' },
      ...{ field: 'Your payment reference', words: /are reserved/ },
    },
  },
  {
    file: 'screens/accounts/next-steps.tsx',
    path: '/{fresh}/account?mode=test',
    open: async (keys) => {
      await keys.press('Create key');
      // The step is done, and its button gone.
      return keys.page.locator('#content');
    },
    isSecret: true,
  },
  {
    file: 'kit/versions/versions-card.tsx',
    path: '/{account}/account?tab=limits&mode=test',
    open: /^Restore/,
  },
];

const people: DialogRow[] = [
  {
    file: 'screens/team/invite-dialog.tsx',
    path: '/platform/team',
    open: 'Invite…',
    draft: 'Meant for this email (optional)',
    refused: {
      typed: { 'Meant for this email (optional)': 'ada@x' },
      ...{ field: 'Meant for this email (optional)', words: /email/ },
    },
  },
  {
    file: 'screens/team/invite-dialog.tsx',
    door: 'customer',
    width: 320,
    path: '/{account}/team',
    open: async (keys) => {
      const opener = await keys.press('Invite…');
      await keys.press('Create link', dialogsOf(keys.page));
      return opener;
    },
    isSecret: true,
  },
  {
    file: 'screens/team/member-dialog.tsx',
    path: '/platform/team',
    open: /^Edit /,
  },
  {
    file: 'screens/team/member-dialog.tsx',
    path: '/platform/team',
    open: async (keys) => {
      const opener = await keys.press(/^Edit /);
      await keys.press('Remove…', dialogsOf(keys.page));
      await keys.page.getByRole('dialog', { name: /^Remove / }).waitFor();
      return opener;
    },
  },
  {
    file: 'screens/persons/erase-dialog.tsx',
    path: '/platform/persons',
    open: async (keys) => {
      await keys.type('Mobile number', '13912345678', keys.page.locator('main'));
      await keys.page.keyboard.press('Enter');
      return keys.press('Erase…');
    },
  },
  {
    file: 'screens/audit/entry-dialog.tsx',
    path: '/platform/audit',
    open: (keys) => keys.press(/./, keys.page.getByRole('row').nth(1)),
  },
];

const calls: DialogRow[] = [
  {
    file: 'screens/calls/call-dialogs.tsx',
    path: '/{account}/calls/{call}',
    open: 'Refund…',
    draft: 'Reason',
  },
  {
    file: 'screens/calls/call-dialogs.tsx',
    path: '/{account}/calls/{call}',
    open: 'Show…',
    draft: 'Reason',
  },
  {
    file: 'screens/review/decision-buttons.tsx',
    path: '/platform/review?mode=test&call={unknown}',
    open: 'Settle…',
    draft: 'Evidence for this decision',
  },
  {
    file: 'screens/checks/checks-screen.tsx',
    path: '/{account}/checks?mode=test',
    open: (keys) => keys.choose(/^More actions for/, 'Cancel check…'),
  },
  {
    file: 'screens/checks/checks-screen.tsx',
    door: 'customer',
    path: '/{account}/checks?mode=test',
    open: async (keys) => {
      const opener = await keys.press(/^Create link…/);
      await keys.press('Create link', dialogsOf(keys.page));
      return opener;
    },
    isSecret: true,
  },
];

const keys: DialogRow[] = [
  {
    file: 'screens/keys/new-key-dialog.tsx',
    path: '/{account}/keys?mode=test',
    open: 'Create key…',
    draft: 'Name',
    refused: {
      ...{ unfold: 'Limits (optional)', typed: { 'Allowed IPs': 'nowhere' }, verb: 'Create key' },
      ...{ field: 'Allowed IPs', words: /must be IP addresses or CIDR ranges/ },
    },
  },
  {
    file: 'screens/keys/new-key-dialog.tsx',
    door: 'customer',
    width: 320,
    path: '/{account}/keys?mode=test',
    open: 'Create key…',
    draft: 'Name',
  },
  {
    file: 'screens/keys/keys-screen.tsx',
    path: '/{account}/keys?mode=test',
    open: 'Rotate…',
  },
  {
    file: 'screens/keys/keys-screen.tsx',
    path: '/{account}/keys?mode=test',
    open: async (keys) => {
      const opener = await keys.press('Create key…');
      await keys.press('Create key', dialogsOf(keys.page));
      return opener;
    },
    isSecret: true,
  },
  {
    file: 'screens/keys/revoke-dialog.tsx',
    door: 'customer',
    width: 320,
    path: '/{account}/keys?mode=test',
    open: (keys) => keys.choose(/^More actions for/, 'Revoke…'),
  },
];

const wallet = (
  open: DialogRow['open'],
  row: Partial<DialogRow> = { draft: 'Amount (CNY)' },
): DialogRow => ({
  file: 'screens/wallet/wallet-dialog.tsx',
  path: '/{account}/wallet?mode=test',
  open,
  ...row,
});

const money: DialogRow[] = [
  wallet('Top up…', {
    draft: 'Reference',
    refused: {
      typed: { 'Amount (CNY)': 'many', Reference: 'INV-1' },
      ...{ field: 'Amount (CNY)', words: /amount|number/i },
    },
  }),
  wallet('Adjust…', {
    draft: 'Reference',
    refused: {
      typed: { 'Amount (CNY)': '0', Reference: 'INV-2', Reason: 'none' },
      ...{ field: 'Amount (CNY)', words: /must not be 0/ },
    },
  }),
  wallet((keys) => keys.choose('More actions', 'Refund…'), {
    draft: 'Request ID',
  }),
  wallet((keys) => keys.choose('More actions', 'Credit limit…')),
  wallet('Low-balance alert…', {
    ...{ door: 'customer', width: 320, draft: 'Amount (CNY)' },
    refused: {
      typed: { 'Amount (CNY)': '-1' },
      ...{ field: 'Amount (CNY)', words: /must be 0 or more/ },
    },
  }),
  {
    file: 'screens/prices/price-dialog.tsx',
    path: '/platform/prices',
    open: 'Edit… Code SMS',
    draft: 'New price',
    refused: {
      typed: { 'New price': '0.05', 'Effective from': '2020-01-01 00:00' },
      ...{ field: 'Effective from', words: /must start in the future/ },
    },
  },
  {
    file: 'screens/prices/parts-dialog.tsx',
    path: '/platform/prices',
    open: (keys) => keys.choose('More actions for Code SMS', 'Long messages…'),
  },
  { file: 'screens/prices/planned-prices-card.tsx', path: '/platform/prices', open: 'Delete…' },
];

const webhooks: DialogRow[] = [
  {
    file: 'screens/webhooks/endpoint-form.tsx',
    door: 'customer',
    width: 320,
    path: '/{account}/webhooks?mode=test',
    open: 'Add endpoint…',
    draft: 'URL',
    refused: { typed: { URL: 'ftp://hooks.example' }, field: 'URL', words: /http/ },
  },
  ...(['Turn off…', 'Roll secret…', 'Remove…'] as const).map((item) => ({
    file: 'screens/webhooks/endpoint-dialogs.tsx',
    path: '/{account}/webhooks?mode=test',
    open: (keys: Keys) => keys.choose(/^More actions for endpoint/, item),
  })),
  {
    file: 'screens/webhooks/replay-dialog.tsx',
    path: '/{account}/webhooks?mode=test',
    open: (keys) => keys.choose(/^More actions for endpoint/, 'Replay…'),
    draft: 'From',
    refused: {
      typed: { From: '2026-01-02 00:00', To: '2026-01-01 00:00' },
      ...{ field: 'To', words: /before|after|from/i },
    },
  },
  {
    file: 'screens/webhooks/listeners-card.tsx',
    path: '/{account}/webhooks?mode=test',
    open: 'Remove…',
  },
  {
    file: 'screens/webhooks/delivery-dialog.tsx',
    path: '/{account}/webhooks?mode=test',
    open: (keys) => {
      const table = keys.page.getByRole('table', { name: 'Deliveries' });
      return keys.press(/./, table.getByRole('row').nth(1));
    },
  },
  {
    file: 'screens/webhooks/webhooks-screen.tsx',
    path: '/{account}/webhooks?mode=test',
    open: async (keys) => {
      const opener = await keys.press('Add endpoint…');
      await keys.type('URL', 'https://hooks.example/second');
      await keys.page.keyboard.press('Enter');
      return opener;
    },
    isSecret: true,
  },
];

const platform: DialogRow[] = [
  {
    file: 'screens/overview/put-first.tsx',
    path: '/platform/overview?mode=live',
    open: 'Put carrier-b first',
  },
  {
    file: 'screens/providers/leave-dialog.tsx',
    path: '/platform/providers/carrier-a',
    open: async (keys) => {
      await keys.type(/^App ?Key/i, 'another', keys.page.locator('main'));
      return keys.press('Accounts', keys.page.locator('nav').first());
    },
  },
  {
    file: 'screens/providers/provider-switches.tsx',
    path: '/platform/providers/carrier-a',
    open: 'Turn off…',
  },
  {
    file: 'screens/providers/provider-switches.tsx',
    path: '/platform/providers/carrier-a',
    open: 'Remove…',
  },
  {
    file: 'screens/providers/route-card.tsx',
    path: '/platform/providers?product=sms_code',
    open: 'Remove route…',
  },
  {
    file: 'screens/templates/template-editor.tsx',
    path: '/platform/templates?template=SPARE',
    open: 'Delete',
  },
  {
    file: 'screens/templates/trial-card.tsx',
    path: '/platform/templates?template=SPARE',
    open: async (keys) => {
      await keys.type('Mobile number', '13912345678', keys.page.locator('main'));
      return keys.press('Send test…');
    },
  },
  { file: 'screens/gallery/gallery-screen.tsx', path: '/platform/parts', open: 'Confirm' },
  {
    file: 'screens/gallery/gallery-screen.tsx',
    path: '/platform/parts',
    open: 'Show a key once',
    isSecret: true,
  },
];

export const dialogTable: readonly DialogRow[] = [
  ...accounts,
  ...people,
  ...calls,
  ...keys,
  ...money,
  ...webhooks,
  ...platform,
  ...paymentDialogs,
  ...ownDialogs,
];
