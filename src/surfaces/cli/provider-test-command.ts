import type { Command } from 'commander';
import { draftProvider } from '../../vendors/providers/draft-provider.ts';
import type { Device, ProviderForm } from '../../vendors/providers/provider.ts';
import type { RecordedExchange } from '../../vendors/providers/record-exchanges.ts';
import { vendors } from '../../vendors/vendors.ts';
import { type TestReport, testProvider } from '../trials/test-provider.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { readForm } from './read-forms-option.ts';
import { readDevice } from './read-provider-option.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';
import { readVariables } from './read-variables.ts';
import { joinTexts, lines, pairs, plain } from './show.ts';

interface TestOptions extends SettingsOptions {
  code?: string;
  vendor?: string;
  mobile?: string;
  template?: string;
  var?: string[];
  text?: string;
  form?: ProviderForm;
  name?: string;
  cardNo?: string;
  device: Device;
  browserData?: string;
}

export function registerTestCommand(test: Command, onInstallation: OnInstallation): void {
  test
    .description('Send one real message or start one session, and show the exchange')
    .option('--code <code>', 'Provider')
    .option('--vendor <vendor>', 'Vendor to try without adding a provider')
    .option('--set <name=value...>', 'Setting to try; it is not stored')
    .option('--config <file>', 'File with settings to try, as JSON; - reads standard input')
    .option('--mobile <mobile>', 'Recipient of the message')
    .option('--template <id>', 'Template to send')
    .option('--var <name=value...>', 'Value of a template variable')
    .option('--form <json>', "Provider's form of the template, as JSON", readForm)
    .option('--text <text>', 'Text to send, if the provider takes plain text')
    .option('--name <name>', 'Name of the person to check')
    .option('--card-no <number>', 'ID number of the person to check')
    .option('--device <device>', 'Device: wechat, mobile or desktop', readDevice, 'mobile')
    .option('--browser-data <text>', "Data from the vendor's script in the person's browser")
    .action(
      onInstallation(async (context, options: TestOptions) => {
        const { exchanges, result, ...facts } = await runTest(context, options);
        const { kind, ...said } = result;
        return {
          json: { ...facts, outcome: kind, ...plain(said), exchanges },
          text: joinTexts(
            ...exchanges.map(showExchange),
            pairs({ ...facts, outcome: kind, ...said }),
          ),
          isBad: kind !== 'done' && kind !== 'started',
        };
      }),
    );
}

async function runTest(
  { pool, vault, config }: CliContext,
  { code, vendor, set, config: file, edit, template, var: variables, ...trial }: TestOptions,
): Promise<TestReport> {
  const { defaultRegion, providerTimeoutMs } = config;
  const publicUrl = platformUrl(config);
  const given = { set, config: file, edit } as SettingsOptions;
  const provider = await draftProvider({ pool, vault, vendors }, { code, vendor }, (of, before) =>
    readSettings(of, before, given),
  );
  return testProvider({ pool, defaultRegion, providerTimeoutMs, publicUrl }, provider, {
    ...trial,
    templateId: template,
    values: readVariables(variables),
  });
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
