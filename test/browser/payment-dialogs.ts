import type { Keys } from './dialog-keys.ts';
import type { DialogRow } from './dialog-row.ts';

const automatic = ({ page }: Keys) => page.getByRole('region', { name: 'Automatic top-up' });

export const paymentDialogs: readonly DialogRow[] = [
  {
    file: 'screens/payments/books-screen.tsx',
    path: '/platform/payment-books',
    open: 'Compare now…',
  },
  {
    file: 'screens/payments/unknown-card.tsx',
    path: '/platform/payment-books',
    open: 'Explain…',
    draft: 'Reason',
  },
  {
    file: 'screens/payments/bank-import.tsx',
    path: '/platform/payment-bank',
    open: 'Import a file…',
  },
  {
    file: 'screens/payments/bank-line-dialog.tsx',
    path: '/platform/payment-bank',
    open: (keys) => keys.choose(/^More actions for Line/, 'Ignore…'),
    draft: 'Reason',
  },
  {
    file: 'screens/payments/payment-dialog.tsx',
    path: '/platform/payments/{payment}',
    open: 'Refund…',
    draft: 'Reason',
  },
  {
    file: 'screens/payments/terms-dialog.tsx',
    path: '/platform/providers/shop',
    open: (keys) => keys.press('Edit…', keys.page.getByRole('row').nth(1)),
    draft: 'Fee added (% of the amount)',
  },
  {
    file: 'screens/payments/terms-card.tsx',
    path: '/platform/providers/shop',
    open: (keys) => keys.press('Remove…', keys.page.getByRole('table')),
  },
  {
    file: 'screens/invoices/settings-dialog.tsx',
    path: '/platform/invoice-settings',
    open: 'Edit settings…',
    draft: 'Seller tax ID',
  },
  {
    file: 'screens/invoices/vat-dialog.tsx',
    path: '/platform/invoice-settings',
    open: 'Add rate…',
    draft: 'Reason',
  },
  {
    file: 'screens/invoices/vat-card.tsx',
    path: '/platform/invoice-settings',
    open: 'Remove…',
  },
  ...['Mark as issued…', 'Refuse…'].map(
    (open): DialogRow => ({
      file: 'screens/invoices/fapiao-dialog.tsx',
      path: '/platform/fapiao',
      open,
    }),
  ),
  {
    file: 'screens/invoices/fapiao-ask-dialog.tsx',
    door: 'customer',
    path: '/{account}/wallet?mode=live',
    open: 'Request a fapiao…',
    draft: 'Title',
    refused: {
      typed: { Title: 'Buyer', 'Taxpayer number': '91350100M000100Y4Z', Email: 'a@b.example' },
      field: 'Taxpayer number',
      words: /taxpayer number/,
    },
  },
  {
    file: 'screens/invoices/fapiao-card.tsx',
    door: 'customer',
    path: '/{account}/wallet?mode=live',
    open: 'Cancel request…',
  },
  {
    file: 'screens/invoices/billing-dialog.tsx',
    door: 'customer',
    path: '/{account}/wallet?mode=live',
    open: async (keys) => {
      const opener = await keys.press('Enter billing details…');
      await keys.pick('Country', 'german');
      return opener;
    },
    draft: 'Legal name',
    refused: {
      typed: { 'Legal name': 'Buyer', Address: 'Street', 'VAT ID': 'FR1' },
      ...{ field: 'VAT ID', words: /VAT ID of DE/ },
    },
  },
  ...['Edit…', 'Turn off…', 'Remove card…'].map(
    (verb): DialogRow => ({
      file: 'screens/funds/automatic-card.tsx',
      door: 'customer',
      path: '/{account}/funds?mode=live',
      open: (keys) => keys.press(verb, automatic(keys)),
    }),
  ),
];
