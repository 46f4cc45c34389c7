import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { applyPlatform } from '../../installation/platform/apply-platform.ts';
import { exportPlatform } from '../../installation/platform/export-platform.ts';
import { planPlatform } from '../../installation/platform/plan-platform.ts';
import { platformJsonSchema } from '../../installation/platform/platform-json-schema.ts';
import { listVersions } from '../../installation/platform/version-queries.ts';
import { readWanted } from '../../installation/platform/wanted-platform.ts';
import { applyDuePlans } from '../../line/pricing/plan-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { CliContext, OnInstallation, OnNoInstallation } from './command-action.ts';
import { applyCells, planCells } from './platform-cells.ts';
import { appliedJson, appliedText, differsExitCode } from './platform-outputs.ts';
import { planJson, planText } from './platform-plan-text.ts';
import { readCount } from './read-option.ts';
import { table } from './show.ts';

interface PlanOptions {
  secrets: boolean;
  cells?: string;
}
interface ApplyOptions {
  allowRemoval?: boolean;
  planHash?: string;
  cells?: string;
}

const portsOf = ({ vault, config: { currency } }: CliContext) => ({ vault, vendors, currency });

export function registerPlatformCommands(
  platform: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  platform
    .command('export')
    .description('Print the settings of this installation as a file, without secrets')
    .action(
      onInstallation(async (context) => {
        const file = await exportPlatform(context.pool, portsOf(context));
        return { json: { file }, text: file.trimEnd() };
      }),
    );
  platform
    .command('schema')
    .description('Print the JSON Schema of the file, for editors')
    .action(
      onNoInstallation(async () => {
        const schema = platformJsonSchema();
        return { json: JSON.parse(schema), text: schema.trimEnd() };
      }),
    );
  registerPlan(platform, onInstallation, onNoInstallation);
  registerApply(platform, onInstallation, onNoInstallation);
  platform
    .command('versions')
    .description('List the files that were applied, newest first')
    .option('--limit <count>', 'Maximum number of rows', readCount, 20)
    .action(
      onInstallation(async ({ pool }, options: { limit: number }) => {
        const versions = await listVersions(pool, options);
        const rows = versions.map((one) => [one.version, one.appliedAt, one.appliedBy, one.hash]);
        const titles = ['version', 'applied', 'by', 'SHA-256 of the file'];
        return { json: { versions }, text: table(titles, rows, 'No file was applied yet.') };
      }),
    );
}

const cellsOption = [
  '--cells <file>',
  'List of cells (cells.yaml): all of them instead of this installation',
] as const;

function registerPlan(
  platform: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  const one = onInstallation(async (context, { secrets }: PlanOptions, [file]) => {
    const wanted = await readWanted(String(file), { followsReferences: secrets });
    const plan = await planPlatform(context.pool, portsOf(context), wanted);
    return {
      json: planJson(plan),
      text: planText(plan),
      ...(plan.changes.length > 0 ? { exitCode: differsExitCode } : {}),
    };
  });
  const many = onNoInstallation(({ config }, { secrets, cells = '' }: PlanOptions, [file]) =>
    planCells(config, { file: String(file), cells, secrets }),
  );
  platform
    .command('plan')
    .description(
      `Show what applying a file would change, and for whom; exits with ${differsExitCode} if anything differs`,
    )
    .argument('<file>', 'platform.yaml, or - for standard input')
    .option('--no-secrets', 'Do not follow references; secrets count as unchanged')
    .option(...cellsOption)
    .action(chooseBy(one, many));
}

function registerApply(
  platform: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  const one = onInstallation(async (context, options: ApplyOptions, [file]) => {
    const wanted = await readWanted(String(file));
    await applyDuePlans(context.pool);
    const { allowRemoval = false, planHash } = options;
    const applied = await context.change('platform.apply', (by) =>
      applyPlatform(by, portsOf(context), wanted, { allowRemoval, planHash }),
    );
    return { json: appliedJson(applied), text: appliedText(applied) };
  });
  const many = onNoInstallation(({ config }, options: ApplyOptions, [file], say) => {
    const { cells = '', allowRemoval = false, planHash } = options;
    if (planHash !== undefined) refuse('platform_plan_hash_of_cells');
    return applyCells(config, { file: String(file), cells, allowRemoval }, say);
  });
  platform
    .command('apply')
    .description('Make the platform follow a file, all of it or nothing')
    .argument('<file>', 'platform.yaml, or - for standard input')
    .option('--allow-removal', 'Remove what a section of the file does not name')
    .option(
      '--plan-hash <hash>',
      'Only if the plan is still the one with this hash; not with --cells',
    )
    .option(...cellsOption)
    .action(chooseBy(one, many));
}

type Action = (...called: unknown[]) => Promise<void>;

/** With --cells, this machine needs no installation of its own. */
function chooseBy(one: Action, many: Action): Action {
  return (...called) => {
    const { cells } = (called.at(-1) as Command).opts<{ cells?: string }>();
    return (cells === undefined ? one : many)(...called);
  };
}
