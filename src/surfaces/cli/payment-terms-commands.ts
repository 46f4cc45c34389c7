import type { Command } from 'commander';
import { formatRate, type Money, type Rate } from '../../foundation/money.ts';
import { changeTerms } from '../../money/payments/change-terms.ts';
import {
  listTerms,
  resetTerms,
  type SetTerms,
  type Terms,
} from '../../money/payments/terms-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import {
  nullable,
  readAmountOrDefault,
  readId,
  readRateOrDefault,
  readSwitchOrDefault,
} from './read-option.ts';
import { plain, table } from './show.ts';

interface OfMethod {
  provider: string;
  method: string;
  account?: number | null;
}

type OrDefault<Value> = Value | 'default';

interface SetOptions extends OfMethod {
  on?: OrDefault<boolean>;
  feePercent?: OrDefault<Money>;
  feeFixed?: OrDefault<Money>;
  minimum?: OrDefault<Money>;
  maximum?: OrDefault<Money>;
  chargedCurrency?: string;
  rate?: OrDefault<Rate>;
}

/** The commands for what a way to pay costs and takes. */
export function registerTerms(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('terms')
    .description('List the terms that were set for ways to pay; an account’s own come first')
    .option('--provider <code>', 'Only of this provider')
    .option('--account <id>', 'Those that apply to this account', readId)
    .action(
      onInstallation(async (context, { provider, account }: Partial<OfMethod>) =>
        showTerms(context, provider, account ?? undefined),
      ),
    );

  const verb = (name: string, description: string) =>
    payment
      .command(name)
      .description(description)
      .requiredOption('--provider <code>', 'Provider of payments')
      .requiredOption('--method <method>', 'One of its methods, such as card')
      .option('--account <id>', 'Only for this account; for all accounts if omitted', readId);

  verb('set-terms', 'Change the terms of a way to pay; others stay as they are')
    .option('--on <choice>', 'Offer it: on, off or default', readSwitchOrDefault)
    .option('--fee-percent <n>', 'Fee in percent of the amount, or default', readAmountOrDefault)
    .option('--fee-fixed <amount>', 'Fixed fee, or default', readAmountOrDefault)
    .option('--minimum <amount>', 'Smallest amount, or default', readAmountOrDefault)
    .option('--maximum <amount>', 'Largest amount, or default', readAmountOrDefault)
    .option(
      '--charged-currency <code>',
      'Currency that is charged instead, such as JPY, or default',
    )
    .option(
      '--rate <n>',
      "One unit of the platform's currency in it, or default",
      readRateOrDefault,
    )
    .action(
      onInstallation(async (context, options: SetOptions) => {
        const terms = termsOf(options);
        await context.change('payment.set-terms', (by) =>
          changeTerms(by, { vendors, currency: context.config.currency }, keyOf(options), terms),
        );
        return showTerms(context, options.provider, options.account ?? undefined);
      }),
    );

  verb('reset-terms', 'Remove what was set, so that the default applies').action(
    onInstallation(async (context, options: OfMethod) => {
      await context.change('payment.reset-terms', (by) => resetTerms(by, keyOf(options)));
      return showTerms(context, options.provider, options.account ?? undefined);
    }),
  );
}

/** What was named; the other terms stay as they are. */
function termsOf({ on, chargedCurrency: charged, ...more }: SetOptions): Partial<Terms> {
  const { feePercent, feeFixed, minimum, maximum, rate } = more;
  return {
    ...(on === undefined ? {} : { isOn: nullable(on) ?? null }),
    ...(feePercent === undefined ? {} : { feePercent: nullable(feePercent) ?? null }),
    ...(feeFixed === undefined ? {} : { feeFixed: nullable(feeFixed) ?? null }),
    ...(minimum === undefined ? {} : { minimum: nullable(minimum) ?? null }),
    ...(maximum === undefined ? {} : { maximum: nullable(maximum) ?? null }),
    ...(charged === undefined
      ? {}
      : { chargedCurrency: charged === 'default' ? null : charged.toUpperCase() }),
    ...(rate === undefined ? {} : { rate: nullable(rate) ?? null }),
  };
}

function keyOf({ provider: providerCode, method, account: accountId = null }: OfMethod) {
  return { providerCode, method, accountId };
}

const rateOf = ({ rate }: SetTerms) => (rate === null ? null : formatRate(rate));

async function showTerms({ pool }: CliContext, providerCode?: string, accountId?: number) {
  const found = await listTerms(pool, { providerCode, accountId });
  const rows = found.map((each) => [
    ...[each.providerCode, each.method, each.accountName ?? 'all accounts', each.isOn ?? '-'],
    ...[each.feePercent ?? '-', each.feeFixed ?? '-', each.minimum ?? '-', each.maximum ?? '-'],
    ...[each.chargedCurrency ?? '-', rateOf(each) ?? '-', each.rateSetAt ?? '-'],
  ]);
  const titles = [
    ...['provider', 'method', 'account', 'on', 'fee percent', 'fee fixed', 'minimum', 'maximum'],
    ...['charged in', 'rate', 'rate set'],
  ];
  const json = found.map((each) => plain({ ...each, rate: rateOf(each) }));
  return { json, text: table(titles, rows, 'No terms were set.') };
}
