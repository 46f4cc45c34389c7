import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { contentHash } from '../../../foundation/page/content-hash.ts';
import { readWebFiles } from '../../../foundation/page/web-files.ts';
import type { FaceProvider } from '../../../vendors/providers/provider.ts';
import { registerScriptFrame } from './script-frame.ts';

const wanted = { script: 'https://cdn.test/a.js?x="><b>', call: '"><i>' };
const providers = new Map(
  Object.entries({
    camera: { browserData: wanted },
    off: { browserData: wanted, isOff: true },
    plain: { browserData: null },
  }) as [string, FaceProvider][],
);
const app = Fastify();
app.addHook('onRequest', (_request, reply, done) => {
  reply.header('x-frame-options', 'DENY');
  done();
});
const webFiles = readWebFiles('check', { basePath: '' });
registerScriptFrame(app, { providers }, webFiles);

test('the document runs our own lines and the one file, and our pages may frame it', async () => {
  const { headers, body } = await app.inject('/vendor-script/camera');
  const [, own = ''] =
    /<script data-call="&quot;&gt;&lt;i&gt;">([\s\S]*?)<\/script>/.exec(body) ?? [];
  expect(own).toBe(webFiles.text('vendor-frame.ts'));
  expect(body).toContain('<script src="https://cdn.test/a.js?x=&quot;&gt;&lt;b&gt;"></script>');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${contentHash(own)} https://cdn.test/a.js; base-uri 'none'; ` +
      "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  );
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each(['off', 'plain', 'gone'])(
  'there is no document for a provider that is %s',
  async (code) => {
    expect((await app.inject(`/vendor-script/${code}`)).statusCode).not.toBe(200);
  },
);
