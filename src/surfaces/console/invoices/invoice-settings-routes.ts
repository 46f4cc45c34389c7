import Type from 'typebox';
import { localTime } from '../../../foundation/contract/text/local-time.ts';
import { formatMoney } from '../../../foundation/money.ts';
import type { InvoiceKind } from '../../../money/invoices/invoice.ts';
import { nextNumber } from '../../../money/invoices/issue-documents.ts';
import {
  listMissing,
  readInvoiceSettings,
  readSeller,
  setInvoiceSettings,
} from '../../../money/invoices/settings-queries.ts';
import { listVatRules, resetVatRule, setVatRule } from '../../../money/invoices/vat-queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { InvoiceSettings, SettingsForm, VatForm, VatReset } from './invoices-contract.ts';

/** Who issues invoices, how they are numbered, and with which VAT. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/invoices/settings',
    right: 'invoices.read',
    summary: 'Show the settings of invoices, and the VAT rules',
    reply: InvoiceSettings,
    async handle({ pool, scope, language, clock, config }) {
      requirePlatform(scope);
      const settings = await readInvoiceSettings(pool);
      const { name } = await readSeller(pool, settings);
      const rules = await listVatRules(pool);
      const missing = await listMissing(pool, settings);
      const year = Number(localTime(clock.now(), config.timeZone).slice(0, 4));
      const next = async (kind: InvoiceKind, pattern: string) =>
        (await nextNumber(pool, kind, { pattern, year })).number;
      return {
        settings,
        next: {
          invoicePattern: await next('invoice', settings.invoicePattern),
          creditNotePattern: await next('credit_note', settings.creditNotePattern),
        },
        missing: missing.map((word) => word[language]),
        sellerName: name[language] || null,
        rules: rules.map(({ accountId, percent, ...rule }) => ({
          ...{ ...rule, account: accountId, percent: formatMoney(percent) },
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/set',
    right: 'invoices.change',
    summary: 'Set who issues invoices, how they are numbered, and whether payments get one',
    body: SettingsForm,
    reply: Type.Object({}),
    async handle({ scope, change }, { body }) {
      requirePlatform(scope);
      await change('invoice.set', (by) => setInvoiceSettings(by, body));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/set-vat',
    right: 'invoices.change',
    summary: 'Set the VAT of everyone, of a country or of an account',
    body: VatForm,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { country, account: accountId, ...typed } }) {
      requirePlatform(scope);
      const rule = { ...typed, percent: readAmount('percent', typed.percent) };
      await change('invoice.set-vat', (by) => setVatRule(by, { country, accountId }, rule));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/reset-vat',
    right: 'invoices.change',
    summary: 'Remove the VAT rule of a country or an account',
    body: VatReset,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { country, account: accountId } }) {
      requirePlatform(scope);
      await change('invoice.reset-vat', (by) => resetVatRule(by, { country, accountId }));
      return {};
    },
  }),
];
