import type { Command } from 'commander';
import type { OnEmptyPlace, OnInstallation } from './command-action.ts';

type Register = (
  command: Command,
  onInstallation: OnInstallation,
  onEmptyPlace: OnEmptyPlace,
) => void;

/**
 * The nouns of the command line. Each loads its code only when used, so that help and usage errors do not
 * wait for the database driver to load.
 */
const nouns: Record<string, { about: string; load: () => Promise<Register> }> = {
  operator: {
    about: 'who runs the platform, as persons are told',
    load: async () => (await import('./operator-commands.ts')).registerOperatorCommands,
  },
  person: {
    about: 'who can sign in to the console, and what they may do',
    load: async () => (await import('./person-commands.ts')).registerPersonCommands,
  },
  account: {
    about: 'customers',
    load: async () => (await import('./account-commands.ts')).registerAccountCommands,
  },
  key: {
    about: 'API keys',
    load: async () => (await import('./key-commands.ts')).registerKeyCommands,
  },
  wallet: {
    about: 'prepaid money, by account and mode',
    load: async () => (await import('./wallet-commands.ts')).registerWalletCommands,
  },
  price: {
    about: 'what a product costs',
    load: async () => (await import('./price-commands.ts')).registerPriceCommands,
  },
  template: {
    about: 'the texts of SMS products',
    load: async () => (await import('./template-commands.ts')).registerTemplateCommands,
  },
  vendor: {
    about: 'whom the platform can work with',
    load: async () => (await import('./vendor-commands.ts')).registerVendorCommands,
  },
  provider: {
    about: 'vendors as you configured them',
    load: async () => (await import('./provider-commands.ts')).registerProviderCommands,
  },
  route: {
    about: 'who carries out live calls',
    load: async () => (await import('./route-commands.ts')).registerRouteCommands,
  },
  limit: {
    about: 'what an account may ask',
    load: async () => (await import('./limit-commands.ts')).registerLimitCommands,
  },
  message: {
    about: 'messages that were sent',
    load: async () => (await import('./message-commands.ts')).registerMessageCommands,
  },
  inbox: {
    about: "the sandbox's phone",
    load: async () => (await import('./inbox-commands.ts')).registerInboxCommands,
  },
  endpoint: {
    about: 'addresses that are told what happens',
    load: async () => (await import('./endpoint-commands.ts')).registerEndpointCommands,
  },
  delivery: {
    about: 'what was sent to endpoints',
    load: async () => (await import('./delivery-commands.ts')).registerDeliveryCommands,
  },
  event: {
    about: 'what happened',
    load: async () => (await import('./delivery-commands.ts')).registerEventCommands,
  },
  ledger: {
    about: 'the books',
    load: async () => (await import('./ledger-commands.ts')).registerLedgerCommands,
  },
  audit: {
    about: 'who changed what',
    load: async () => (await import('./audit-commands.ts')).registerAuditCommands,
  },
  backup: {
    about: 'all data in one file, and back',
    load: async () => (await import('./backup-commands.ts')).registerBackupCommands,
  },
  listen: {
    about: 'hand the test events of an account on to this machine',
    load: async () => (await import('./listen-command.ts')).registerListenCommand,
  },
  simulate: {
    about: 'play a vendor on this machine',
    load: async () => (await import('./simulate-command.ts')).registerSimulateCommand,
  },
  call: {
    about: 'paid calls, one by one',
    load: async () => (await import('./call-commands.ts')).registerCallCommands,
  },
  doctor: {
    about: 'say whether the installation is well',
    load: async () => (await import('./doctor-command.ts')).registerDoctorCommand,
  },
};

/**
 * Registers the commands: a noun, a verb and options. The database notifies running servers of every change.
 */
export async function registerCommands(
  program: Command,
  words: readonly string[],
  onInstallation: OnInstallation,
  onEmptyPlace: OnEmptyPlace,
): Promise<void> {
  // The noun is the first word, or the second after `help`; no global option takes a value.
  const asked = words.filter((word) => !word.startsWith('-')).slice(0, 2);
  for (const [name, { about, load }] of Object.entries(nouns)) {
    const command = program.command(name).description(about);
    if (asked.includes(name)) (await load())(command, onInstallation, onEmptyPlace);
  }
}
