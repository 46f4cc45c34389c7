import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, runSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import { type CommandLineFixture, createCommandLineFixture } from '../kit/command-line-fixture.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';

/**
 * The rehearsals of docs/providers, word by word and in order on one installation, as a newcomer
 * does them: the commands are read from the pages.
 */
let fixture: Fixture;
let cli: CommandLineFixture;
let folder: string;
let account: string;
let apiKey: string;
const running: RunningSimulator[] = [];

beforeAll(async () => {
  fixture = await createFixture({ withJobs: true });
  await fixture.pool.query('delete from operator_particulars');
  cli = createCommandLineFixture(fixture.database, fixture.app.line.vault);
  folder = await mkdtemp(join(tmpdir(), 'countersign-pages-'));
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.close()));
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** The words of each command in the first block after a heading; the shell's part is done here. */
async function commandsOf(page: string, heading: string): Promise<string[][]> {
  const text = await readFile(
    join(import.meta.dirname, '../../docs/providers', `${page}.md`),
    'utf8',
  );
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(text.split(`## ${heading}\n`)[1] ?? '') ?? [];
  const commands = block.replaceAll('\\\n', ' ').split(/\n(?=npm |curl )/);
  return commands.map((command) =>
    [...command.replace(/ +# .*/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    ),
  );
}

/** What follows `npm run -s cli --`. */
function wordsOf(command: string[]): string[] {
  expect(command.slice(0, 5)).toEqual(['npm', 'run', '-s', 'cli', '--']);
  return command.slice(5);
}

/** Does what `simulate … --json > file` does, and returns the file's path. */
async function simulate(
  simulator: Simulator,
  words: string[],
): Promise<[named: string, file: string]> {
  expect(words.slice(0, 4)).toEqual(['simulate', simulator.vendor, '--json', '>']);
  const played = await runSimulator(simulator, {
    callbackUrlOf: (key) => `${fixture.url}/callbacks/${key}`,
    receiptDelayMs: 20,
  });
  running.push(played);
  const file = join(folder, `${simulator.vendor}.json`);
  const { vendor, form } = simulator;
  const { booksUrl: url, config } = played;
  await writeFile(file, JSON.stringify({ vendor, url, config, form }));
  return [words[4] as string, file];
}

async function call(words: string[]) {
  const url = new URL(words.find((word) => word.startsWith('http')) as string);
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const body = words.at(-1) as string;
  const reply = await fetch(new URL(url.pathname, fixture.url), { method: 'POST', headers, body });
  return { status: reply.status, body: (await reply.json()) as { requestId: string } };
}

const faceVendors = vendors.flatMap((vendor) => (vendor.kind === 'face' ? [vendor] : []));

test.each(faceVendors.map((vendor) => [vendor.code, vendor.identityProof] as const))(
  'the page of %s says how it knows the person',
  async (code, { en }) => {
    const file = join(import.meta.dirname, '../../docs/providers', `${code}.md`);
    expect((await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ')).toContain(en);
  },
);

test('the setup of every rehearsal works as the overview says', async () => {
  const [create = [], ...others] = (await commandsOf('README', 'Rehearse')).map(wordsOf);
  account = String((await cli.json(create)).accountId);
  for (const words of others) {
    const made = await cli.json(words.map((word) => (word === '2' ? account : word)));
    apiKey ??= made.apiKey;
  }
  expect(apiKey).toMatch(/^cs_live_/);
});

test.each(simulators.map((simulator) => [simulator.vendor, simulator] as const))(
  'the rehearsal of %s works as written',
  async (vendor, simulator) => {
    const [start = [], ...rest] = await commandsOf(vendor, 'Rehearsal');
    const [named, file] = await simulate(simulator, wordsOf(start));
    const request = rest.pop() ?? [];
    for (const command of rest) {
      const ran = await cli.run(wordsOf(command).map((word) => (word === named ? file : word)));
      expect(ran).toMatchObject({ err: '', exitCode: 0 });
    }
    // A kind without a product is rehearsed by a test of its provider.
    if (request[0] === 'npm') {
      expect(await cli.run(wordsOf(request))).toMatchObject({ err: '', exitCode: 0 });
      expect(running.at(-1)?.taken).toHaveLength(1);
      return;
    }
    const provider = rest[0]?.[rest[0].indexOf('--code') + 1];
    // The server learns of a new route a moment after it was set: until then it asks the previous
    // provider.
    const carriedOut = async () => {
      const { status, body } = await call(request);
      if (status !== 201) return { status };
      const story = await cli.json(`call show --request-id ${body.requestId}`);
      return { status, state: story.state, providerCode: story.providerCode };
    };
    await expect.poll(carriedOut).toEqual({ status: 201, state: 'done', providerCode: provider });
  },
);
