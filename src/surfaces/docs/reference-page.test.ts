import Fastify, { type FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../../test/browser/browser.ts';
import { violationsOf } from '../../../test/browser/violations-of.ts';
import { openApiDocument } from '../../foundation/contract/openapi/openapi.ts';
import { registerReferencePage } from './reference-page.ts';

/** What only its makers can mend: the field of the key, copy buttons without a name, a list that scrolls. */
const faultsOfScalar = [
  'aria-input-field-name',
  'aria-required-attr',
  'button-name',
  'scrollable-region-focusable',
];

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  const document = openApiDocument({ publicUrl: 'http://127.0.0.1:8080', version: '0.0.0' });
  await registerReferencePage(app, { document, basePath: '' });
  await app.ready();
});

afterAll(() => app.close());

/** The languages of the menu of samples, each with its library, and the menu put away again. */
async function clientsOffered(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Select from all clients' }).first().click();
  const menu = page.getByRole('listbox').getByRole('group');
  await menu.first().waitFor();
  const offered = await menu.allInnerTexts();
  await page.keyboard.press('Escape');
  return offered.map((text) => text.replaceAll(/\s+/g, ' ').trim()).toSorted();
}

describe('the reference', () => {
  test('serves the document as JSON and as YAML', async () => {
    const json = await app.inject('/openapi.json');
    expect(json.headers['content-type']).toMatch('application/json');
    expect(json.json().openapi).toMatch(/^3\.1/);
    const yaml = await app.inject('/openapi.yaml');
    expect(yaml.headers['content-type']).toMatch('application/yaml');
    expect(yaml.body).toMatch(/^openapi: 3\.1/);
  });

  test('has a policy that names no other host and no eval', async () => {
    const { headers } = await app.inject('/docs/reference');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test('sends its script compressed to whoever can read it', async () => {
    const plain = await app.inject('/docs/js/scalar.js');
    const small = await app.inject({
      url: '/docs/js/scalar.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('draws itself in a browser without asking any other host', async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(30_000);
      const asked: string[] = [];
      const faults: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`${origin}/docs/reference`);
      await page.getByText('Send a verification code').first().waitFor();
      const found = await violationsOf(page);
      expect(
        found.filter((fault) => !faultsOfScalar.includes(fault.split(':', 1)[0] ?? '')),
      ).toEqual([]);
      expect(await clientsOffered(page)).toEqual([
        ...['Go NewRequest', 'Java java.net.http', 'Node.js Fetch', 'PHP cURL'],
        ...['Python Requests', 'Shell Curl'],
      ]);
      await page
        .getByRole('button', { name: /test request/i })
        .first()
        .click();
      await page.getByRole('button', { name: /^send/i }).first().waitFor();
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual(
        [],
      );
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
