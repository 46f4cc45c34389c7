import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { readBilling, setBilling } from '../../money/invoices/billing-queries.ts';
import {
  type InvoiceSettings,
  readInvoiceSettings,
  setInvoiceSettings,
} from '../../money/invoices/settings-queries.ts';
import { listVatRules, resetVatRule, setVatRule } from '../../money/invoices/vat-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { readAmount, readId, readSwitch } from './read-option.ts';
import { joinTexts, pairs, plain, table } from './show.ts';

interface SetOptions {
  on?: boolean;
  invoiceNumbers?: string;
  creditNoteNumbers?: string;
  sellerAddress?: string;
  sellerTaxId?: string;
  fapiao?: boolean;
}

interface OfRule {
  country?: string;
  account?: number;
}

interface BillingOptions {
  account: number;
  name?: string;
  address?: string;
  country?: string;
  vatId?: string;
}

/** The commands for who issues documents, to whom, and with which VAT. */
export function registerInvoiceSettings(invoice: Command, onInstallation: OnInstallation): void {
  invoice
    .command('settings')
    .description('Show the settings of invoices, and the VAT rules')
    .action(onInstallation(showSettings));

  invoice
    .command('set')
    .description('Change the settings of invoices; others stay as they are')
    .option('--on <choice>', 'Issue an invoice for each live payment: on or off', readSwitch)
    .option('--invoice-numbers <pattern>', 'Numbers of invoices, such as INV-{year}-{number:6}')
    .option('--credit-note-numbers <pattern>', 'Numbers of credit notes')
    .option('--seller-address <text>', 'Your address, in lines')
    .option('--seller-tax-id <text>', 'Your tax ID or VAT ID')
    .option('--fapiao <choice>', 'Let customers ask for a fapiao: on or off', readSwitch)
    .action(
      onInstallation(async (context, options: SetOptions) => {
        const wanted = defined({
          isOn: options.on,
          invoicePattern: options.invoiceNumbers,
          creditNotePattern: options.creditNoteNumbers,
          sellerAddress: options.sellerAddress,
          sellerTaxId: options.sellerTaxId,
          takesFapiao: options.fapiao,
        });
        if (Object.keys(wanted).length === 0) refuse('nothing_to_change');
        await context.change('invoice.set', (by) => setInvoiceSettings(by, wanted));
        return showSettings(context);
      }),
    );

  registerVat(invoice, onInstallation);
  registerBilling(invoice, onInstallation);
}

function registerVat(invoice: Command, onInstallation: OnInstallation): void {
  invoice
    .command('set-vat')
    .description('Set the VAT that is in payments: of all accounts, of a country, or of an account')
    .requiredOption('--percent <n>', 'Rate in percent; 0 if exempt', readAmount)
    .option('--country <code>', 'Only for buyers of this country, such as DE')
    .option('--account <id>', 'Only for this account', readId)
    .option('--reverse-charge', 'Buyers with a VAT ID owe the VAT themselves')
    .option('--note <text>', 'Why there is no VAT; invoices print it')
    .action(
      onInstallation(
        async (
          context,
          {
            percent,
            reverseCharge: isReverseCharge = false,
            note = '',
            ...of
          }: OfRule & { percent: Money; reverseCharge?: boolean; note?: string },
        ) => {
          await context.change('invoice.set-vat', (by) =>
            setVatRule(by, keyOf(of), { percent, isReverseCharge, note }),
          );
          return showSettings(context);
        },
      ),
    );

  invoice
    .command('reset-vat')
    .description('Remove the VAT rule of a country or an account')
    .option('--country <code>', 'Country')
    .option('--account <id>', 'Account', readId)
    .action(
      onInstallation(async (context, of: OfRule) => {
        await context.change('invoice.reset-vat', (by) => resetVatRule(by, keyOf(of)));
        return showSettings(context);
      }),
    );
}

function registerBilling(invoice: Command, onInstallation: OnInstallation): void {
  invoice
    .command('billing')
    .description('Show or change whom the invoices of an account are made out to')
    .requiredOption('--account <id>', 'Account', readId)
    .option('--name <text>', 'Legal name')
    .option('--address <text>', 'Address, in lines')
    .option('--country <code>', 'Country, such as DE')
    .option('--vat-id <id>', 'VAT ID; empty for none')
    .action(
      onInstallation(async ({ pool, change }, { account, ...options }: BillingOptions) => {
        await requireAccount(pool, account);
        const wanted = defined(options);
        if (Object.keys(wanted).length > 0) {
          await change('invoice.billing', async (by) => {
            const before = await readBilling(by, account);
            const none = { name: '', address: '', country: '', vatId: '' };
            return setBilling(by, account, { ...none, ...before, ...wanted });
          });
        }
        const billing = await readBilling(pool, account);
        return {
          json: { billing },
          text: billing ? pairs({ ...billing }) : 'Not set: this account gets no invoices.',
        };
      }),
    );
}

function keyOf({
  country = null,
  account: accountId = null,
}: { [Key in keyof OfRule]: OfRule[Key] | null }) {
  return { country, accountId };
}

/** Without what was not given. */
function defined<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
}

async function showSettings({ pool }: CliContext) {
  const settings: InvoiceSettings = await readInvoiceSettings(pool);
  const rules = await listVatRules(pool);
  const rows = rules.map(({ accountName, country, percent, isReverseCharge, note }) => [
    ...[accountName ?? country ?? 'all accounts', percent, isReverseCharge, note],
  ]);
  const titles = ['buyers', 'percent', 'reverse charge', 'note'];
  return {
    json: { ...settings, vat: rules.map(plain) },
    text: joinTexts(pairs({ ...settings }), table(titles, rows, 'No VAT rule was set.')),
  };
}
