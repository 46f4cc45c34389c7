import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument({ publicUrl: 'http://127.0.0.1:8080', version: '1.2.3' });

/** What Redocly's recommended rules find, as lines. */
async function askRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map((one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`);
}

/** What the rules of `spectral:oas` find. */
async function askSpectral(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  // The two packages disagree in their types alone.
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
  const found = await linter.run(JSON.parse(source));
  return found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);
}

const linters = [
  ['Redocly', askRedocly],
  ['Spectral', askSpectral],
] as const;

test.each(linters)('%s finds nothing to say about the document', async (_name, ask) => {
  expect(await ask(JSON.stringify(document))).toEqual([]);
});

test.each(linters)('%s sees an example that its schema refuses', async (_name, ask) => {
  const broken = JSON.stringify(document).replaceAll('"mobile":"13800000000"', '"mobile":5');
  expect((await ask(broken)).join('\n')).toMatch(/example/);
});
