import type { Command } from 'commander';
import type { OnInstallation, OnNoInstallation, OnUpgrade } from './command-action.ts';

type Register = (
  command: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
  onUpgrade: OnUpgrade,
) => void;

/**
 * The nouns of the command line. Each loads its code only when used, so that help and usage errors do not
 * wait for the database driver to load.
 */
const nouns: Record<string, { about: string; load: () => Promise<Register> }> = {
  platform: {
    about: 'The settings of the platform as a file: export, plan, apply',
    load: async () => (await import('./platform-commands.ts')).registerPlatformCommands,
  },
  operator: {
    about: 'Legal details of the operator',
    load: async () => (await import('./operator-commands.ts')).registerOperatorCommands,
  },
  team: {
    about: 'People who can sign in to the console, and their roles',
    load: async () => (await import('./team-commands.ts')).registerTeamCommands,
  },
  person: {
    about: 'Rights of people who are checked or texted: find, export, erase',
    load: async () => (await import('./person-commands.ts')).registerPersonCommands,
  },
  account: {
    about: 'Customers',
    load: async () => (await import('./account-commands.ts')).registerAccountCommands,
  },
  key: {
    about: 'API keys',
    load: async () => (await import('./key-commands.ts')).registerKeyCommands,
  },
  wallet: {
    about: 'Prepaid money of accounts',
    load: async () => (await import('./wallet-commands.ts')).registerWalletCommands,
  },
  bank: {
    about: 'Transfers to your bank account: import, credit',
    load: async () => (await import('./bank-commands.ts')).registerBankCommands,
  },
  payment: {
    about: 'Payments of customers into their wallets: list, refund',
    load: async () => (await import('./payment-commands.ts')).registerPaymentCommands,
  },
  invoice: {
    about: 'Invoices and credit notes for payments, and their VAT',
    load: async () => (await import('./invoice-commands.ts')).registerInvoiceCommands,
  },
  fapiao: {
    about: 'Requests of customers for a fapiao, and what became of them',
    load: async () => (await import('./fapiao-commands.ts')).registerFapiaoCommands,
  },
  price: {
    about: 'Prices of products',
    load: async () => (await import('./price-commands.ts')).registerPriceCommands,
  },
  template: {
    about: 'Texts of SMS products',
    load: async () => (await import('./template-commands.ts')).registerTemplateCommands,
  },
  vendor: {
    about: 'Supported vendors',
    load: async () => (await import('./vendor-commands.ts')).registerVendorCommands,
  },
  provider: {
    about: 'Configured providers',
    load: async () => (await import('./provider-commands.ts')).registerProviderCommands,
  },
  route: {
    about: 'Which providers serve live calls',
    load: async () => (await import('./route-commands.ts')).registerRouteCommands,
  },
  limit: {
    about: 'Limits of accounts',
    load: async () => (await import('./limit-commands.ts')).registerLimitCommands,
  },
  message: {
    about: 'Messages that were sent',
    load: async () => (await import('./message-commands.ts')).registerMessageCommands,
  },
  inbox: {
    about: 'Messages in the sandbox',
    load: async () => (await import('./inbox-commands.ts')).registerInboxCommands,
  },
  endpoint: {
    about: 'URLs that receive events',
    load: async () => (await import('./endpoint-commands.ts')).registerEndpointCommands,
  },
  delivery: {
    about: 'Deliveries of events to endpoints',
    load: async () => (await import('./delivery-commands.ts')).registerDeliveryCommands,
  },
  event: {
    about: 'Events of accounts',
    load: async () => (await import('./delivery-commands.ts')).registerEventCommands,
  },
  ledger: {
    about: 'The books',
    load: async () => (await import('./ledger-commands.ts')).registerLedgerCommands,
  },
  audit: {
    about: 'Log of changes',
    load: async () => (await import('./audit-commands.ts')).registerAuditCommands,
  },
  'data-key': {
    about: 'Keys that encrypt personal data and secrets',
    load: async () => (await import('./data-key-commands.ts')).registerDataKeyCommands,
  },
  backup: {
    about: 'Back up and restore all data',
    load: async () => (await import('./backup-commands.ts')).registerBackupCommands,
  },
  database: {
    about: 'Where the data is stored',
    load: async () => (await import('./database-commands.ts')).registerDatabaseCommands,
  },
  cell: {
    about: 'This installation among several',
    load: async () => (await import('./cell-commands.ts')).registerCellCommands,
  },
  cells: {
    about: 'Installations behind one public address',
    load: async () => (await import('./cells-commands.ts')).registerCellsCommands,
  },
  migrate: {
    about: 'What the next start of this version does to the database',
    load: async () => (await import('./migrate-command.ts')).registerMigrateCommand,
  },
  listen: {
    about: 'Forward test events of an account to this machine',
    load: async () => (await import('./listen-command.ts')).registerListenCommand,
  },
  simulate: {
    about: 'Simulate a vendor on this machine',
    load: async () => (await import('./simulate-command.ts')).registerSimulateCommand,
  },
  call: {
    about: 'Paid calls',
    load: async () => (await import('./call-commands.ts')).registerCallCommands,
  },
  doctor: {
    about: 'Check the installation for problems',
    load: async () => (await import('./doctor-command.ts')).registerDoctorCommand,
  },
};

export const nounNames = Object.keys(nouns);

/** The nouns that a command line can mean: its first word, or the second after `help`. */
export function nounsIn(words: readonly string[]): string[] {
  // No global option takes a value.
  return words.filter((word) => !word.startsWith('-')).slice(0, 2);
}

/**
 * Registers the commands: a noun, a verb and options. Only the asked nouns get their verbs. The database
 * notifies running servers of every change.
 */
export async function registerCommands(
  program: Command,
  asked: readonly string[],
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
  onUpgrade: OnUpgrade,
): Promise<void> {
  for (const [name, { about, load }] of Object.entries(nouns)) {
    const command = program.command(name).description(about);
    if (asked.includes(name)) (await load())(command, onInstallation, onNoInstallation, onUpgrade);
  }
}
