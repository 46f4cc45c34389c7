import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { LegalParticulars } from '../../foundation/contract/text/legal-particulars.ts';
import {
  type OperatorChange,
  readOperator,
  setOperator,
} from '../../people/accounts/operator-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { pairs } from './show.ts';

/**
 * The legal details of the operator. Live face checks need them, because people must see them before they
 * consent.
 */
export function registerOperatorCommands(operator: Command, onInstallation: OnInstallation): void {
  operator
    .command('show')
    .description('Show the legal details of the operator')
    .action(
      onInstallation(async ({ pool }) => {
        const particulars = await readOperator(pool);
        return particulars ? show(particulars) : { json: { operator: null }, text: missing };
      }),
    );

  operator
    .command('set')
    .description('Change the legal details of the operator; others stay as they are')
    .option('--name-en <name>', 'Legal name in English')
    .option('--name-zh <name>', 'Legal name in Chinese')
    .option('--contact <contact>', 'Contact for people: email address or phone number')
    .option('--privacy-url <url>', 'https URL of the privacy notice')
    .action(
      onInstallation(async ({ change }, wanted: OperatorChange) => {
        if (Object.keys(wanted).length === 0) refuse('nothing_to_change');
        return show(await change('operator.set', (by) => setOperator(by, wanted)));
      }),
    );
}

const missing = 'No legal details yet. Live face checks need them: operator set';

function show({ legalName, ...others }: LegalParticulars) {
  return {
    json: { operator: { legalName, ...others } },
    text: pairs({
      'Legal name in English': legalName.en,
      'Legal name in Chinese': legalName.zh,
      contact: others.contact,
      'privacy notice': others.privacyUrl,
    }),
  };
}
