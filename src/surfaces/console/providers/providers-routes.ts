import {
  type FailureReason,
  failureReasons,
} from '../../../foundation/contract/errors/failure-reasons.ts';
import { requireNoOpenCalls } from '../../../line/calls/require-no-open-calls.ts';
import { findVendor } from '../../../vendors/providers/find-vendor.ts';
import {
  changeProvider,
  findProvider,
  removeProvider,
} from '../../../vendors/providers/provider-queries.ts';
import { openSettings } from '../../../vendors/providers/provider-settings.ts';
import {
  requireFacts,
  writeNewProvider,
  writeProvider,
} from '../../../vendors/providers/write-provider.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { readReasons } from '../../reports/health-history-queries.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { listProviderRows } from './list-providers.ts';
import { mergeSettings } from './merge-settings.ts';
import { providerFacts } from './provider-facts.ts';
import {
  NewProvider,
  OfProvider,
  ProviderChange,
  ProviderFacts,
  ProviderList,
  Reasons,
  ReasonsQuery,
  VendorList,
} from './providers-contract.ts';
import { vendorRow } from './vendor-rows.ts';

const dayMinutes = 24 * 60;

async function listOf(context: ConsoleContext): Promise<ProviderList> {
  return { providers: await listProviderRows(context) };
}

const reading = [
  consoleRoute({
    method: 'GET',
    path: '/providers/list',
    right: 'providers.read',
    summary: 'List providers with their results in the last hour and day',
    reply: ProviderList,
    async handle(context) {
      requirePlatform(context.scope);
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/vendors',
    right: 'providers.read',
    summary: 'List the vendors that a provider can use, with their settings',
    reply: VendorList,
    async handle({ scope }) {
      requirePlatform(scope);
      return { vendors: vendors.map(vendorRow) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/one',
    right: 'providers.read',
    summary: 'Show a provider; for secrets only who set them, and when',
    query: OfProvider,
    reply: ProviderFacts,
    async handle(context, { query: { code } }) {
      requirePlatform(context.scope);
      return providerFacts(context, code);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/reasons',
    right: 'providers.read',
    summary: "Count a provider's failures by reason",
    query: ReasonsQuery,
    reply: Reasons,
    async handle({ pool, scope }, { query: { code, minutes = dayMinutes } }) {
      requirePlatform(scope);
      const reasons = (await readReasons(pool, minutes)).filter((row) => row.providerCode === code);
      return {
        reasons: reasons.map(({ outcome, reason, count }) => ({
          ...{ outcome, reason, count },
          words: failureReasons[reason as FailureReason] ?? null,
        })),
      };
    },
  }),
];

const switching = ([true, false] as const).map((isOn) =>
  consoleRoute({
    method: 'POST',
    path: isOn ? '/providers/on' : '/providers/off',
    right: 'providers.change',
    summary: isOn ? 'Give a provider calls' : 'Give a provider no more calls',
    body: OfProvider,
    reply: ProviderList,
    async handle(context, { body: { code } }) {
      requirePlatform(context.scope);
      await findProvider(context.pool, code);
      await context.change(isOn ? 'provider.on' : 'provider.off', (by) =>
        changeProvider(by, code, { isOn }),
      );
      return listOf(context);
    },
  }),
);

const writing = [
  consoleRoute({
    method: 'POST',
    path: '/providers/add',
    right: 'providers.change',
    summary: 'Add a provider of a vendor',
    body: NewProvider,
    reply: ProviderFacts,
    async handle(context, { body: { vendor: vendorCode, ...wanted } }) {
      requirePlatform(context.scope);
      const vendor = findVendor(vendors, vendorCode);
      requireFacts(wanted);
      const settings = mergeSettings(vendor, {}, wanted.settings);
      await context.change('provider.add', (by) =>
        writeNewProvider(by, context.vault, vendor, { ...wanted, settings }),
      );
      return providerFacts(context, wanted.code);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/set',
    right: 'providers.change',
    summary: 'Change settings of a provider; omitted ones stay, null removes one',
    body: ProviderChange,
    reply: ProviderFacts,
    async handle(context, { body: { code, version, ...wanted } }) {
      requirePlatform(context.scope);
      const { pool, vault } = context;
      // Use the version that the form was loaded with, so that a concurrent change is not overwritten.
      const stored = { ...(await findProvider(pool, code)), version };
      const vendor = findVendor(vendors, stored.vendorCode);
      requireFacts(wanted);
      const settings = mergeSettings(vendor, openSettings(vault, stored), wanted.settings);
      await context.change('provider.set', (by) =>
        writeProvider(by, vault, vendor, stored, { ...wanted, settings }),
      );
      return providerFacts(context, code);
    },
  }),
  ...switching,
  consoleRoute({
    method: 'POST',
    path: '/providers/remove',
    right: 'providers.change',
    summary: 'Remove a provider that is on no route and has no open calls',
    body: OfProvider,
    reply: ProviderList,
    async handle(context, { body: { code } }) {
      requirePlatform(context.scope);
      await requireNoOpenCalls(context.pool, code);
      await context.change('provider.remove', (by) => removeProvider(by, code));
      return listOf(context);
    },
  }),
];

/** The providers of messages and face checks; for operators only. */
export const routes = [...reading, ...writing];
