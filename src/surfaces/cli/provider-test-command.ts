import type { Command } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { type DraftProvider, draftProvider } from '../../vendors/providers/draft-provider.ts';
import type {
  Device,
  Outcome,
  ProviderForm,
  SessionStarted,
} from '../../vendors/providers/provider.ts';
import type { RecordedExchange } from '../../vendors/providers/record-exchanges.ts';
import { vendors } from '../../vendors/vendors.ts';
import { type TestEnd, type TestReport, testProvider } from '../trials/test-provider.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { readForm } from './read-forms-option.ts';
import { readDevice, readSeconds } from './read-provider-option.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';
import { readVariables } from './read-variables.ts';
import { joinTexts, lines, pairs, plain, type Text, table } from './show.ts';

/** How long a receipt usually takes at most, and a person with a phone in the hand. An order is not paid. */
const usualWaitSeconds = { sms: 60, voice: 60, email: 60, face: 300, payment: 0 };

export interface TrialOptions extends Omit<SettingsOptions, 'wait'> {
  code?: string;
  vendor?: string;
  mobile?: string;
  email?: string;
  template?: string;
  var?: string[];
  text?: string;
  form?: ProviderForm;
  name?: string;
  cardNo?: string;
  device?: Device;
  browserData?: string;
}

interface TestOptions extends TrialOptions {
  wait?: number;
}

/** The options that say what to send or whom to check, and with which settings. */
export function withTrialOptions(command: Command): Command {
  return command
    .option('--set <name=value...>', 'Setting to try; it is not stored')
    .option('--config <file>', 'File with settings to try, as JSON; - reads standard input')
    .option('--mobile <mobile>', 'Recipient of the message')
    .option('--email <address>', 'Recipient of the message, for a provider of email')
    .option('--template <id>', 'Template to send')
    .option('--var <name=value...>', 'Value of a template variable')
    .option('--form <json>', "Provider's form of the template, as JSON", readForm)
    .option('--text <text>', 'Text to send, if the provider takes plain text')
    .option('--name <name>', 'Name of the person to check')
    .option('--card-no <number>', 'ID number of the person to check')
    .option('--device <device>', 'Device: wechat, mobile or desktop', readDevice)
    .option('--browser-data <text>', "Data from the vendor's script in the person's browser");
}

export function registerTestCommand(test: Command, onInstallation: OnInstallation): void {
  withTrialOptions(
    test
      .description('Send one real message or start one session, and wait for the result')
      .option('--code <code>', 'Provider')
      .option('--vendor <vendor>', 'Vendor to try without adding a provider'),
  )
    .option(
      '--wait <seconds>',
      'Seconds to wait for the receipt or the result; 0 does not wait (default: 60, or 300 for a check)',
      readSeconds,
    )
    .action(
      onInstallation(async (context, options: TestOptions, _words, say) =>
        showReport(await runTest(context, options, say)),
      ),
    );
}

async function runTest(
  context: CliContext,
  { wait, ...options }: TestOptions,
  say: (line: string) => void,
): Promise<TestReport> {
  const { pool, config } = context;
  const { defaultRegion, providerTimeoutMs, currency } = config;
  const { provider, trial } = await readTrial(context, options);
  const seconds = wait ?? usualWaitSeconds[provider.vendor.kind];
  return testProvider(
    { pool, defaultRegion, providerTimeoutMs, currency, publicUrl: platformUrl(config) },
    provider,
    trial,
    {
      waitMs: seconds * 1_000,
      onSent: (result) => say(sayWaiting(result, seconds, deviceOf(provider, trial))),
    },
  );
}

/** The provider with the settings to try, and what to send. */
export async function readTrial(
  { pool, vault }: CliContext,
  { code, vendor, set, config: file, edit, template, var: variables, ...trial }: TrialOptions,
) {
  const given = { set, config: file, edit } as SettingsOptions;
  const provider = await draftProvider({ pool, vault, vendors }, { code, vendor }, (of, before) =>
    readSettings(of, before, given),
  );
  return {
    provider,
    trial: { ...trial, templateId: template, values: readVariables(variables) },
  };
}

/** The device that a session is started for. */
export function deviceOf({ vendor }: DraftProvider, { device }: { device?: Device }) {
  return device ?? (vendor.kind === 'face' ? vendor.devices[0] : undefined);
}

/** The person needs the link while the command waits. */
export function sayWaiting(
  result: Outcome | SessionStarted,
  seconds: number,
  device: Device | undefined,
): string {
  if (result.kind !== 'started') return `Sent. Waiting up to ${seconds} s for the receipt.`;
  return [
    device === 'wechat'
      ? 'Scan this code with WeChat on the phone of the person:'
      : 'Open this link on the phone of the person:',
    result.url,
    renderUnicodeCompact(result.url),
    `Waiting up to ${seconds} s for the result.`,
  ].join('\n');
}

function showReport({ exchanges, result, hint, end, followed: _, ...facts }: TestReport) {
  const { kind, ...said } = result;
  return {
    json: {
      ...{ ...facts, outcome: kind, ...plain(said), hint: hint?.en ?? null },
      end: end && {
        ...{ message: end.message, session: end.session && plain(end.session) },
        advice: end.advice.map(({ en }) => en),
      },
      exchanges,
    },
    text: joinTexts(
      ...exchanges.map(showExchange),
      pairs({ ...facts, outcome: kind, ...said, ...(hint ? { hint: hint.en } : {}) }),
      end ? showEnd(end) : '',
    ),
    isBad: (kind !== 'done' && kind !== 'started') || (end !== null && isFailed(end)),
  };
}

function isFailed({ message, session }: TestEnd): boolean {
  const failed = ['undelivered', 'expired', 'rejected', 'failed', 'cancelled'];
  const ended = [session?.state, message?.receipts.at(-1)?.state ?? message?.status?.state];
  return ended.some((state) => state !== undefined && failed.includes(state));
}

function showEnd({ message, session, advice }: TestEnd): Text {
  const receipts = message?.receipts ?? [];
  return joinTexts(
    message
      ? table(
          ['receipt', 'reason', 'code', 'detail', 'signed', 'received'],
          receipts.map((receipt) => [
            ...[receipt.state, receipt.reason, receipt.vendorCode, receipt.detail],
            ...[receipt.isSigned, receipt.receivedAt],
          ]),
          '',
        )
      : '',
    message?.status
      ? pairs({ 'status query': message.status.state, ...detailOf(message.status) })
      : '',
    session ? pairs(resultOf(session)) : '',
    lines(advice.map(({ en }) => en)),
  );
}

function resultOf({ state, ...said }: NonNullable<TestEnd['session']>) {
  return { result: state, ...said };
}

function detailOf({ vendorCode, detail }: { vendorCode?: string; detail: string }) {
  return { code: vendorCode, detail };
}

function showExchange({ method, url, headers, body, answer, fault, ms }: RecordedExchange): string {
  const asked = [`> ${method} ${url}`, ...fieldsOf('>', headers), ...(body ? ['', body] : [])];
  const took = `${Math.round(ms)} ms`;
  if (!answer) return lines([...asked, '', `< no response after ${took}: ${fault}`]);
  const { status, text } = answer;
  return lines([
    ...asked,
    '',
    `< ${status} after ${took}`,
    ...fieldsOf('<', answer.headers),
    '',
    text,
  ]);
}

function fieldsOf(mark: string, headers: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`);
}
