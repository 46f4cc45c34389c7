import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { errorTable, reasons } from '../src/foundation/contract/errors/errors.ts';
import { errorFile, errorIndexFile } from '../src/foundation/contract/openapi/error-docs.ts';
import { openApiDocument } from '../src/foundation/contract/openapi/openapi.ts';
import { languages } from '../src/foundation/contract/text/languages.ts';
import { functionsNumberFile, nextFunctionsNumber } from '../src/foundation/db/function-files.ts';
import { platformJsonSchema } from '../src/installation/platform/platform-json-schema.ts';
import { vendors } from '../src/vendors/vendors.ts';
import { fillGuide } from './guides/fill-guide.ts';
import { fillProviderIndex, fillProviderPage } from './provider-pages.ts';
import { sdkFiles } from './sdk-files.ts';
import { settingsMarkdown } from './settings-page.ts';

const root = join(import.meta.dirname, '..');

/** Every generated file, by its path in the repository. */
export function generatedFiles(): Map<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const document = openApiDocument({ publicUrl: 'http://127.0.0.1:8080', version });
  return new Map([
    ['docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['docs/openapi.yaml', stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })],
    ...sdkFiles(document),
    [functionsNumberFile, `${JSON.stringify(nextFunctionsNumber(), null, 2)}\n`],
    ['docs/settings.md', settingsMarkdown()],
    ['docs/platform.schema.json', platformJsonSchema()],
    ['docs/errors/README.md', errorIndexFile()],
    ...listGuides().map(
      ({ path, language }) =>
        [path, fillGuide(readFileSync(join(root, path), 'utf8'), language)] as const,
    ),
    ...providerPages(),
    ...reasons.map(
      (reason) => [`docs/errors/${errorTable[reason].code}.md`, errorFile(reason)] as const,
    ),
  ]);
}

function providerPages(): (readonly [path: string, text: string])[] {
  const pathOf = (name: string) => `docs/providers/${name}.md`;
  const read = (name: string) => readFileSync(join(root, pathOf(name)), 'utf8');
  return [
    [pathOf('README'), fillProviderIndex(read('README'), vendors, ({ code }) => read(code))],
    ...vendors.map(
      (vendor) => [pathOf(vendor.code), fillProviderPage(read(vendor.code), vendor)] as const,
    ),
  ];
}

/** Guides are written by hand, except for the generated parts between their marks. */
function listGuides() {
  return languages.flatMap((language) => {
    const folder = `docs/guides/${language}`;
    const names = readdirSync(join(root, folder)).sort();
    return names.map((name) => ({ path: `${folder}/${name}`, language }));
  });
}

/** The paths of generated files that are missing, out of date, or no longer generated. */
export function staleFiles(files = generatedFiles()): string[] {
  const stale = [...files].filter(([path, content]) => readOr(path, undefined) !== content);
  const left = listErrorPages().filter((path) => !files.has(path));
  return [...stale.map(([path]) => path), ...left];
}

function readOr<Fallback>(path: string, fallback: Fallback): string | Fallback {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return fallback;
  }
}

function listErrorPages(): string[] {
  try {
    return readdirSync(join(root, 'docs/errors')).map((name) => `docs/errors/${name}`);
  } catch {
    return [];
  }
}

function write(files: Map<string, string>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) write(generatedFiles());
  const stale = staleFiles();
  if (stale.length > 0) {
    console.error(`Not as generated: ${stale.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  }
}
