import type { LegalFields } from '../../../foundation/contract/text/legal-particulars.ts';
import { findDrift } from '../../../installation/platform/find-drift.ts';
import { lockNamesOf } from '../../../installation/platform/sections.ts';
import { readPayee, removePayee, setPayee } from '../../../money/bank/payee-queries.ts';
import { readOperator, setOperator } from '../../../people/accounts/operator-queries.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { nameChange } from '../../reports/examine-platform.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import {
  BankChange,
  OperatorChange,
  PlatformFileFacts,
  PlatformSettings,
} from './settings-contract.ts';
import { settingsInForce } from './settings-in-force.ts';

/** The field names as the screen shows them. */
const called: LegalFields = {
  en: { en: 'Legal name (English)', zh: '英文法定名称' },
  zh: { en: 'Legal name (Chinese)', zh: '中文法定名称' },
  contact: { en: 'Contact', zh: '联系方式' },
  privacyUrl: { en: 'Privacy notice', zh: '隐私政策地址' },
};

async function settingsOf({ pool, config, publicUrl, version }: ConsoleContext) {
  const operator = await readOperator(pool);
  return {
    operator: operator && {
      nameEn: operator.legalName.en,
      nameZh: operator.legalName.zh,
      contact: operator.contact,
      privacyUrl: operator.privacyUrl,
    },
    bankDetails: await readPayee(pool),
    settings: settingsInForce(config),
    publicUrl: publicUrl(),
    version,
  };
}

/** The operator's legal and bank details, and the environment settings. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/settings/all',
    right: 'settings.read',
    summary: "Show the operator's details and the environment settings",
    reply: PlatformSettings,
    async handle(context) {
      requirePlatform(context.scope);
      return settingsOf(context);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/settings/platform-file',
    right: 'settings.read',
    summary: 'Show the platform file that was applied last, and what was changed by hand since',
    reply: PlatformFileFacts,
    async handle({ scope, pool, vault, config: { currency } }) {
      requirePlatform(scope);
      const drift = await findDrift(pool, { vault, vendors, currency });
      if (!drift) return { file: null };
      const { version, hash, appliedAt, appliedBy, locks } = drift.last;
      const file = { version, hash, appliedBy, appliedAt: appliedAt.toISOString() };
      return {
        file: {
          ...file,
          locked: lockNamesOf(locks),
          changed: drift.changes.map(nameChange),
          fault: drift.fault ?? null,
        },
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/settings/set-operator',
    right: 'settings.change',
    summary: "Set the operator's details; omitted fields stay unchanged",
    body: OperatorChange,
    reply: PlatformSettings,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await context.change('operator.set', (by) => setOperator(by, body, called));
      return settingsOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/settings/set-bank',
    right: 'settings.change',
    summary: 'Set where customers send bank transfers, or offer them none',
    body: BankChange,
    reply: PlatformSettings,
    async handle(context, { body: { bankDetails } }) {
      requirePlatform(context.scope);
      await context.change('bank.payee', (by) =>
        bankDetails === null ? removePayee(by) : setPayee(by, bankDetails),
      );
      return settingsOf(context);
    },
  }),
];
