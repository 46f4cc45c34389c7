import type { Command } from 'commander';
import { draftProvider } from '../../vendors/providers/draft-provider.ts';
import type { Device, ProviderForm } from '../../vendors/providers/provider.ts';
import type { RecordedExchange } from '../../vendors/providers/record-exchanges.ts';
import { vendors } from '../../vendors/vendors.ts';
import { type TestReport, testProvider } from '../trials/test-provider.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { readForm } from './read-forms.ts';
import { readDevice } from './read-provider-option.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';
import { readVariables } from './read-variables.ts';
import { lines, pairs, plain } from './show.ts';

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
    .description('send one real message or start one session, and show the exchange')
    .option('--code <code>', 'the provider')
    .option('--vendor <vendor>', 'a vendor that you have no provider of yet')
    .option('--set <name=value...>', 'a setting to try; it is not stored')
    .option('--config <file>', 'settings to try, as JSON; - reads standard input')
    .option('--mobile <mobile>', 'the recipient of a message')
    .option('--template <id>', 'the template to send')
    .option('--var <name=value...>', 'a value of the template')
    .option('--form <json>', "the template in the provider's terms, to try", readForm)
    .option('--text <text>', 'a text to send, where the provider takes texts')
    .option('--name <name>', 'who is to be checked')
    .option('--card-no <number>', 'the ID number of whoever is to be checked')
    .option('--device <device>', 'wechat, mobile or desktop', readDevice, 'mobile')
    .option('--browser-data <text>', "what the vendor's script gives in the person's browser")
    .action(
      onInstallation(async (context, options: TestOptions) => {
        const { exchanges, result, ...facts } = await runTest(context, options);
        const { kind, ...said } = result;
        return {
          json: { ...facts, outcome: kind, ...plain(said), exchanges },
          text: [...exchanges.map(showExchange), pairs({ ...facts, outcome: kind, ...said })].join(
            '\n\n',
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
  if (!answer) return lines([...asked, '', `< no answer after ${took}: ${fault}`]);
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
