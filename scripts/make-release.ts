/**
 * `npm run release` makes `release/countersign-<version>-<platform>.tar.gz`: Node, PostgreSQL, the bundled
 * program with its packages and the built console. Unpacked, it starts without network and without npm.
 * Beside it are its bill of materials (CycloneDX) and SHA256SUMS. `npm run release -- FOLDER` makes it there.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { linkLibraries } from '../src/installation/embedded-postgres/embedded-runtime.ts';
import { shells } from '../src/surfaces/cli/completion-script.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { bundleProgram } from './release/bundle-program.ts';
import { checksumLine, packArchive } from './release/pack-archive.ts';
import { type ProductionPackage, productionPackages } from './release/production-packages.ts';
import { copyLibraries } from './release/shared-libraries.ts';
import { trackedFiles } from './release/tracked-files.ts';
import { serverFlags } from './server-flags.mjs';

const root = resolve(import.meta.dirname, '..');
const platform = `${process.platform}-${process.arch}`;
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = resolve(process.argv[2] ?? join(root, 'release'));
const stage = join(folder, `${name}-${version}-${platform}`);
const commit = commitOf();

rmSync(stage, { recursive: true, force: true });
mkdirSync(join(stage, 'bin'), { recursive: true });
await bundleProgram(root, stage);
copyFiles();
copyPackages(productionPackages(root));
const libraries = copyLibraries(join(stage, 'bin', 'node'), join(stage, 'lib'));
writeProgram();
writeCompletions();
const bill = writeBill();
const archive = await packArchive(stage, commit.at);
const sums = await Promise.all([archive, bill].map(checksumLine));
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
rmSync(`${stage}.list`);
rmSync(stage, { recursive: true });
process.stdout.write(`${archive}\n${sums.join('')}`);

/** Without Git, the release says that it does not know its commit. */
function commitOf(): { id: string | undefined; at: Date } {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const id = git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
    return { id, at: new Date(Number(git('log', '-1', '--format=%ct')) * 1000) };
  } catch {
    return { id: undefined, at: new Date('2000-01-01T00:00:00Z') };
  }
}

/** What the program reads while it runs, and what people read. */
function copyFiles(): void {
  const isOurs = trackedFiles(root);
  const isData = (path: string) => !/\.(ts|mjs)$/.test(path);
  copy('src', (path) => isData(path) && isOurs(path));
  // The console is built; all other pages are served as they are.
  const pages = readdirSync(join(root, 'web')).filter((page) => page !== 'console');
  for (const page of pages) copy(join('web', page), isOurs);
  for (const path of ['docs', 'deploy', 'LICENSE', 'README.md', 'CHANGELOG.md']) {
    copy(path, isOurs);
  }
  copy(join('.cache', 'console'), () => true);
}

/** The filter takes paths from the root of the working tree. */
function copy(path: string, filter: (path: string) => boolean): void {
  cpSync(join(root, path), join(stage, path), {
    recursive: true,
    filter: (file) => filter(relative(root, file)),
  });
}

/** Maps and types of packages serve only programmers. */
function isNeeded(path: string): boolean {
  return !/\.(map|d\.[cm]?ts|[cm]?ts)$/.test(path);
}

function copyPackages(packages: readonly ProductionPackage[]): void {
  for (const { path, name: packageName } of packages) {
    if (/^node-(bin-)?(linux|darwin)-/.test(packageName)) {
      cpSync(join(root, path, 'bin', 'node'), join(stage, 'bin', 'node'));
      cpSync(join(root, path, 'LICENSE'), join(stage, 'bin', 'LICENSE'));
      continue;
    }
    const nested = join(root, path, 'node_modules');
    cpSync(join(root, path), join(stage, path), {
      recursive: true,
      // npm's packages have no links; a link that a start made here is made again below.
      dereference: true,
      filter: (file) => file !== nested && isNeeded(file),
    });
    if (packageName.startsWith('@embedded-postgres/')) linkLibraries(join(stage, path));
  }
}

function writeProgram(): void {
  const facts = { name, version, commit: commit.id, license, private: true, type: 'module' };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`);
  const launcher = readFileSync(join(root, 'scripts/release/launcher.sh'), 'utf8');
  const program = join(stage, name);
  writeFileSync(program, launcher.replace('@server-flags@', serverFlags.join(' ')));
  chmodSync(program, 0o755);
}

/** Written by the staged program itself, which so has started once before it is packed. */
function writeCompletions(): void {
  mkdirSync(join(stage, 'completions'));
  for (const shell of shells) {
    const script = execFileSync(join(stage, name), ['completion', shell]);
    writeFileSync(join(stage, 'completions', `${name}.${shell}`), script);
  }
}

/** Names also what is bundled into the console. */
function writeBill(): string {
  const fromNpm = [root, join(root, 'web', 'console')].flatMap(productionPackages);
  const packages = [...fromNpm, ...libraries];
  const subject = { name, version, license, at: commit.at };
  const file = `${stage}.cdx.json`;
  writeFileSync(file, `${JSON.stringify(billOfMaterials(subject, packages), null, 2)}\n`);
  cpSync(file, join(stage, 'sbom.cdx.json'));
  return file;
}
