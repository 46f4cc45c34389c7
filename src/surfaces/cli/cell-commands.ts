import type { Command } from 'commander';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { readTarget, withoutPassword } from '../../foundation/db/connection-target.ts';
import { openMove } from '../../installation/moves/open-move.ts';
import { rotateSigningKey } from '../../people/other-cells/signing-key.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';
import { readId } from './read-option.ts';

interface MoveOptions {
  to?: string;
  abort?: boolean;
  forget?: boolean;
  withoutServer?: boolean;
}

export function registerCellCommands(
  cell: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  cell
    .command('rotate-key')
    .description('Replace the key by which this cell signs for the others')
    .action(
      onInstallation(async ({ pool, vault, change }) => {
        if ((await readCell(pool)) === undefined) refuse('cell_unnumbered');
        const { before, after } = await change('cell.rotate_key', (by) =>
          rotateSigningKey(by, vault),
        );
        const text =
          `${before === undefined ? '' : `Key ${before} is replaced. `}This cell signs with key ${after}. ` +
          'The other cells fetch it within a minute.';
        return { json: { before: before ?? null, after }, text };
      }),
    );
  cell
    .command('move')
    .description('Move a cell to another PostgreSQL while it serves')
    .argument('<number>', 'Number of the cell, as in its keys', readId)
    .option('--to <url>', "An administrator's URL of the new database")
    .option('--without-server', 'Switch although no server waits on the new database')
    .option('--abort', 'End a move before its switch, and remove the copy')
    .option('--forget', 'Remove the old copy of a cell that has moved')
    .action(
      onNoInstallation<MoveOptions>(async ({ config }, options, [number], say) => {
        const { to: url, abort, forget, withoutServer = false } = options;
        if (url === undefined && !forget) refuse('cell_move_to_missing');
        if (url !== undefined && !readTarget(url)) refuse('cell_move_to_malformed');
        await using move = await openMove(config, { cell: number as number, target: url });
        if (forget) return forgotten(await move.forget());
        const to = withoutPassword(url ?? '');
        if (abort) {
          await move.abort(to);
          return { json: { aborted: to }, text: 'The old cell serves, and the copy is removed.' };
        }
        const { old, new: moved } = await move.run(to, { isUnattended: withoutServer, say });
        const text =
          `Moved to ${to}, with correct books: ${pluralize(old.calls, 'call')} and ` +
          `${pluralize(old.transfers, 'transfer')} at the switch, ${pluralize(moved.calls, 'call')} now.\n` +
          'No server can use the old copy. Remove it with --forget when you have a backup of the new one.';
        return { json: { to, old, new: moved }, text };
      }),
    );
}

function forgotten({ role }: { role: string }) {
  const text = `The old copy is removed. Its role ${role} may not log in; drop it if nothing else needs it.`;
  return { json: { forgotten: true, role }, text };
}
