import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { contentHash } from '../page/content-hash.ts';

/** Every link of Scalar to its makers, and everything that it would load from them, is off. */
const scalarConfiguration = {
  pageTitle: 'Countersign API',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const;

export interface Reference {
  page: string;
  policy: string;
  script: string;
}

/**
 * Renders the reference once. Scalar would do so anew for every request, and goes by the Host that the
 * request names, so it has a server of its own, which nobody but us can ask.
 */
export async function renderReference(urls: {
  document: string;
  script: string;
}): Promise<Reference> {
  const own = Fastify();
  const configuration = { ...scalarConfiguration, url: urls.document };
  await own.register(scalar, { routePrefix: '/', configuration });
  const { body: rendered } = await own.inject('/');
  const { body: script } = await own.inject('/js/scalar.js');
  await own.close();
  const page = rendered
    .replace('<html>', '<html lang="en">')
    .replace('<head>', '<head><link rel="icon" href="data:,">')
    .replace('src="js/scalar.js"', `src="${urls.script}"`);
  return { page, policy: policyOf(page), script };
}

/**
 * Scalar starts itself with a script in the page, which is allowed by its hash. It also writes
 * styles while it runs, for which only `unsafe-inline` will do: styles cannot carry data to another
 * host here, because images, fonts and connections are held to this one.
 */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)]
    .map(([, script = '']) => script)
    .filter((script) => script.trim() !== '');
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `script-src 'self' ${scripts.map(contentHash).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
  ].join('; ');
}
