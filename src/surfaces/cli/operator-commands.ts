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
    .description('who persons are told runs the platform')
    .action(
      onInstallation(async ({ pool }) => {
        const particulars = await readOperator(pool);
        return particulars ? show(particulars) : { json: { operator: null }, text: nobody };
      }),
    );

  operator
    .command('set')
    .description('say who runs the platform; what is left out stays')
    .option('--name-en <name>', 'the legal name, in English')
    .option('--name-zh <name>', 'the legal name, in Chinese')
    .option('--contact <contact>', 'where persons turn to: an address of mail, a telephone number')
    .option('--privacy-url <url>', 'the privacy notice, an https address')
    .action(
      onInstallation(async ({ change }, wanted: OperatorChange) => {
        if (Object.keys(wanted).length === 0) refuse('nothing_to_change');
        return show(await change('operator.set', (by) => setOperator(by, wanted)));
      }),
    );
}

const nobody = 'Nobody has said yet who runs the platform; no live face check is sold before.';

function show({ legalName, ...others }: LegalParticulars) {
  return {
    json: { operator: { legalName, ...others } },
    text: pairs({
      'name, English': legalName.en,
      'name, Chinese': legalName.zh,
      contact: others.contact,
      'privacy notice': others.privacyUrl,
    }),
  };
}
