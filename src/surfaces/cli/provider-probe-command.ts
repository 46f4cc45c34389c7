import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import { probeProvider, questionsOf } from '../trials/probe-provider.ts';
import { reportProbe } from '../trials/report-probe.ts';
import type { CliContext, OnInstallation, Output } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import {
  deviceOf,
  readTrial,
  sayWaiting,
  type TrialOptions,
  withTrialOptions,
} from './provider-test-command.ts';
import { joinTexts, lines, pairs, plain, table } from './show.ts';

interface ProbeOptions extends TrialOptions {
  code: string;
  question?: string[];
  yes?: true;
}

type Questions = ReturnType<typeof questionsOf>;

export function registerProbeCommand(probe: Command, onInstallation: OnInstallation): void {
  withTrialOptions(
    probe
      .description('Ask the vendor what its documents do not say, and print a report')
      .requiredOption('--code <code>', 'Provider'),
  )
    .option('--question <id...>', 'Questions to ask; default: all')
    .option('--yes', 'Send the messages and start the checks; without it, only the plan is shown')
    .action(
      onInstallation(async (context, options: ProbeOptions, _words, say) => {
        const { provider, trial } = await readTrial(context, options);
        const questions = pick(provider.vendor, options.question);
        if (!options.yes) return showPlan(context, options.code, provider.vendor, questions);
        const { pool, config, version } = context;
        const { defaultRegion, providerTimeoutMs, currency } = config;
        const publicUrl = platformUrl(config);
        const ports = { pool, defaultRegion, providerTimeoutMs, currency, publicUrl };
        const answers = await probeProvider(ports, provider, trial, questions, {
          onQuestion: (id) => say(`Asking ${id}.`),
          onSession: (instruction, started) =>
            say(`${instruction}\n${sayWaiting(started, 600, deviceOf(provider, trial))}`),
        });
        const vendorCode = provider.vendor.code;
        const at = new Date();
        return {
          json: { vendorCode, version, at, answers },
          text: reportProbe({ vendorCode, version, at }, answers),
        };
      }),
    );
}

function pick(vendor: Vendor, ids: readonly string[] | undefined): Questions {
  const known = questionsOf(vendor).map(({ id }) => id);
  const unknown = ids?.find((id) => !known.includes(id));
  if (unknown !== undefined) refuse('question_unknown', { question: unknown, known });
  return questionsOf(vendor, ids);
}

/** What a probe would do and cost; nothing is sent. */
async function showPlan(
  { pool }: CliContext,
  code: string,
  { kind, code: vendorCode }: Vendor,
  questions: Questions,
): Promise<Output> {
  const { costs } = await findProvider(pool, code);
  const count = questions.reduce((sum, { ask }) => sum + (ask?.costs ?? 0), 0);
  const seconds = questions.reduce((sum, { ask }) => sum + (ask?.seconds ?? 0), 0);
  const cost = count > 0 ? (listedCost(costs, count, null) ?? null) : 0n;
  const facts = {
    vendorCode,
    ...(kind === 'face' ? { checks: count } : { messages: count }),
    seconds,
    cost,
  };
  return {
    json: {
      ...plain(facts),
      questions: questions.map(({ id, question, ask }) => ({
        ...{ id, question, costs: ask?.costs ?? null, seconds: ask?.seconds ?? null },
      })),
    },
    text: joinTexts(
      table(
        ['question', kind === 'face' ? 'checks' : 'messages', 'seconds', 'asks'],
        questions.map(({ id, question, ask }) => [
          ...[id, ask?.costs ?? 'you answer', ask?.seconds, question.en],
        ]),
        'This vendor has no open questions.',
      ),
      pairs(facts),
      lines(['Nothing was sent. Run again with --yes to ask, at your cost.']),
    ),
  };
}
