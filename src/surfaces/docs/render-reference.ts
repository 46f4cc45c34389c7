import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { contentHash } from '../../foundation/page/content-hash.ts';

const named = <Name extends string>(...names: Name[]) => names;

/** Of the languages that Scalar knows, those of the guides are shown: curl, Node, Python, Java, PHP and Go. */
const hiddenClients = {
  ...Object.fromEntries(
    [
      ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'http', 'js', 'julia', 'kotlin', 'objc'],
      ...['ocaml', 'powershell', 'r', 'ruby', 'rust', 'swift'],
    ].map((target) => [target, true]),
  ),
  shell: named('httpie', 'wget'),
  node: named('axios', 'ofetch', 'undici'),
  python: named('python3', 'aiohttp', 'httpx_sync', 'httpx_async'),
  java: named('asynchttp', 'okhttp', 'unirest'),
  php: named('guzzle', 'laravel'),
};

/**
 * Scalar's own greys and greens are too pale for many eyes, so its colours are those of our other pages.
 */
const customCss = `
:root { --scalar-custom-header-height: 44px; }
.light-mode { --scalar-color-1: #16191d; --scalar-color-2: #545c66; --scalar-color-3: #5f6873;
  --scalar-color-accent: #0b6b4f; --scalar-color-green: #0b6b4f; --scalar-color-red: #b3261e;
  --scalar-color-yellow: #8a5300; --scalar-color-orange: #8a5300; --scalar-color-blue: #1d5bb8;
  --scalar-color-purple: #5a3696; }
.dark-mode { --scalar-color-1: #eceff3; --scalar-color-2: #b3bcc7; --scalar-color-3: #a3adb9;
  --scalar-color-accent: #5fcaa0; --scalar-color-green: #5fcaa0; --scalar-color-red: #ff9a90;
  --scalar-color-yellow: #f2bd6b; --scalar-color-orange: #f2bd6b; --scalar-color-blue: #9dbdff;
  --scalar-color-purple: #b9a2f0; }
.way-back { position: sticky; top: 0; z-index: 1000; box-sizing: border-box; height: 44px; padding: 10px 24px;
  font: 15px/24px system-ui, sans-serif; background: light-dark(#f5f7f9, #101317);
  border-bottom: 1px solid light-dark(#e4e8ed, #2a3038); }
.way-back a { color: light-dark(#0b6b4f, #5fcaa0); }
.light-mode .way-back { color-scheme: light; }
.dark-mode .way-back { color-scheme: dark; }
`;

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
  customCss,
  hiddenClients,
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
  guides: string;
}): Promise<Reference> {
  const own = Fastify();
  const configuration = { ...scalarConfiguration, url: urls.document };
  await own.register(scalar, { routePrefix: '/', configuration });
  const { body: rendered } = await own.inject('/');
  const { body: script } = await own.inject('/js/scalar.js');
  await own.close();
  const page = rendered
    .replace('<html>', '<html lang="en">')
    .replace('<body>', `<body><nav class="way-back">${wayBack(urls.guides)}</nav>`)
    .replace('<head>', '<head><link rel="icon" href="data:,">')
    .replace('src="js/scalar.js"', `src="${urls.script}"`);
  return { page, policy: policyOf(page), script };
}

const wayBack = (guides: string) => `<a href="${guides}">← Countersign · Docs · 文档</a>`;

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
