/**
 * Runs the project's checks and ends with one line that counts them. `npm test` runs types, lint
 * and every test outside test/proofs; `npm test -- --quick` the tests of changed folders; `npm run
 * proofs` those in test/proofs; `npm run jitter` all of them with late answers; `npm run check`
 * types and lint. Any other word narrows the tests by path.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildConsole } from './build-console.mjs';
import { changedTests } from './changed-tests.mjs';
import { endWithUs } from './end-with-us.mjs';
import { prepare, prepareFolder, root } from './prepare.mjs';

const options = ['--static', '--quick', '--proofs', '--jitter'];
const args = process.argv.slice(2);
const [staticOnly, isQuick, isProofs, isJitter] = options.map((option) => args.includes(option));
const vitestArgs = args.filter((arg) => !options.includes(arg));
const node = prepare('full');
const counts = { passed: 0, failed: 0, skipped: 0 };
const env = {
  ...process.env,
  TMPDIR: quickFolder(),
  // The tests start dozens of servers: only the first one compiles its code.
  NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
  // vitest.config.ts and test/kit/property-runs.ts read it.
  TEST_TIER: isProofs ? 'proofs' : isJitter ? '' : 'tests',
  ...(isJitter ? jitter() : {}),
};

/** Every test process loads the preload; the seed is printed, so that a run can be repeated. */
function jitter() {
  const seed = process.env.JITTER_SEED ?? String(Date.now() % 2 ** 31);
  process.stdout.write(`JITTER_SEED=${seed}\n`);
  const preload = pathToFileURL(join(root, 'test', 'kit', 'jitter.mjs'));
  return { JITTER_SEED: seed, NODE_OPTIONS: `--import=${preload}` };
}

/**
 * In memory if there is room. Hundreds of databases come and go, and dropping one makes PostgreSQL
 * write all of them to disk, which takes up to three seconds. A killed process leaves its files
 * there as it does on a disk.
 */
function quickFolder() {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 6 * 1024 ** 3 ? memory : tmpdir();
}

function heading(text) {
  process.stdout.write(`\n== ${text}\n`);
}

/** Runs a program of an installed package on the pinned Node. */
async function run(script, scriptArgs, stdio) {
  const path = join(root, 'node_modules', script);
  const child = spawn(node, [path, ...scriptArgs], { cwd: root, stdio, detached: true, env });
  // Its workers are in its process group, and end with it if we are cut off.
  const callOff = endWithUs(-child.pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  callOff();
  return { passed: code === 0, said };
}

/** Checks run in parallel, so each prints its output when it has finished. */
async function check(title, script, scriptArgs) {
  const { passed, said } = await run(script, scriptArgs, 'pipe');
  heading(title);
  counts[passed ? 'passed' : 'failed'] += 1;
  process.stdout.write(`${said}${title}: ${passed ? 'passed' : 'failed'}\n`);
}

/**
 * Always run by --quick: the rules of the tree, and one server that is started, called, killed and
 * started again.
 */
const quickTests = ['test/tidy.test.ts', 'test/process/smoke.test.ts'];

function selectedTests() {
  return isQuick ? [...quickTests, ...changedTests(root), ...vitestArgs] : vitestArgs;
}

async function runTests() {
  heading(isProofs ? 'proofs' : 'tests');
  const directory = mkdtempSync(join(tmpdir(), 'countersign-report-'));
  const report = join(directory, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const words = ['run', ...reporters, ...selectedTests()];
  const { passed } = await run('vitest/vitest.mjs', words, 'inherit');
  countTests(report, passed);
  rmSync(directory, { recursive: true, force: true });
}

function countTests(report, passed) {
  const before = counts.failed;
  if (existsSync(report)) {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    // A file that could not be loaded has no tests to count, and must not vanish from the total.
    const broken = result.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    counts.passed += result.numPassedTests;
    counts.failed += result.numFailedTests + broken.length;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    if (result.numPassedTests + result.numFailedTests === 0 && broken.length === 0) {
      process.stdout.write('no test ran\n');
      counts.failed += 1;
    }
  }
  // An error outside every test, or a runner that died, fails no test but fails the run.
  if (!passed && counts.failed === before) counts.failed += 1;
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, name)));
}

/** The browser tests drive Debian's own Chromium, without windows; the font shows the Chinese texts. */
function installChromium() {
  if (onPath('chromium-headless-shell')) return;
  installPackages(['chromium-headless-shell', 'fonts-noto-cjk']);
}

/** The programs by other hands that proofs work with, and Debian's packages that bring them. */
const proofPrograms = [
  ['/usr/lib/kannel/test/drive_smpp', 'kannel-extras'],
  ['/usr/bin/stunnel', 'stunnel4'],
  ['/usr/share/perl5/Net/SMPP.pm', 'libnet-smpp-perl'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/bin/age', 'age'],
  ['/usr/bin/promtool', 'prometheus'],
  ['/usr/sbin/debootstrap', 'debootstrap'],
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/share/doc/postgresql', 'postgresql'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/bin/pgbackrest', 'pgbackrest'],
  ['/usr/bin/kubectl', 'kubernetes-client'],
  ['/usr/bin/systemd-analyze', 'systemd'],
  ['/usr/bin/buildah', 'buildah'],
  ['/usr/bin/zsh', 'zsh'],
  ['/usr/bin/fish', 'fish'],
];

function installProofPrograms() {
  const missing = proofPrograms.filter(([program]) => !existsSync(program));
  if (missing.length > 0) installPackages(missing.map(([, name]) => name));
}

/** Where this is not possible, the tests that need them are skipped and say so. */
function installPackages(packages) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  heading(`installing ${packages.join(', ')} (first run)`);
  withoutServices(() => runAptGet(packages));
}

/**
 * Debian starts the services that it installs, unless this file says no; the tests start their own. Should this
 * process be cut off, the file that stays says yes.
 */
function withoutServices(install) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return install();
  const script = `#!/bin/sh\nif kill -0 ${process.pid}; then exit 101; fi\n`;
  writeFileSync(policy, script, { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(policy);
  }
}

function runAptGet(packages) {
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...packages]];
  for (const step of steps) {
    const result = spawnSync('apt-get', step, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (result.status === 0) continue;
    process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    process.stdout.write(`apt-get ${step[0]} failed: the tests take what there is\n`);
    return;
  }
}

/** Its own packages are needed to check its types too. */
function makeConsole() {
  heading('console');
  try {
    if (staticOnly || isQuick) prepareFolder(join(root, 'web', 'console'));
    else buildConsole((text) => process.stdout.write(text));
    counts.passed += 1;
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    counts.failed += 1;
  }
}

async function checkTypesAndLint() {
  const tsc = 'typescript/bin/tsc';
  await Promise.all([
    check('types', tsc, ['--noEmit']),
    check('types of sdk', tsc, ['--noEmit', '-p', 'sdk']),
    check('types of web/check', tsc, ['--noEmit', '-p', 'web/check']),
    check('types of web/pay', tsc, ['--noEmit', '-p', 'web/pay']),
    check('types of web/sandbox', tsc, ['--noEmit', '-p', 'web/sandbox']),
    check('types of web/docs', tsc, ['--noEmit', '-p', 'web/docs']),
    check('types of web/console', tsc, ['--noEmit', '-p', 'web/console']),
    check('lint', '@biomejs/biome/bin/biome', ['ci', '.']),
  ]);
}

if (!staticOnly && !isQuick) installChromium();
if (isProofs) installProofPrograms();
if (!staticOnly) prepareFolder(join(root, 'test', 'reference-clients'));
makeConsole();
if (!isProofs && !isJitter) await checkTypesAndLint();
if (!staticOnly) await runTests();
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
