/**
 * Makes a fresh clone runnable: installs what is missing and finds the Node that the project pins.
 * It runs before anything is installed and on older Nodes, so it uses Node's own modules only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The packaged Node's version: what the code may rely on. */
const leastNode = 26;

/** Ends the script with one sentence for a person, not a stack trace. */
function stopWith(sentence) {
  process.stderr.write(`countersign: ${sentence}\n`);
  process.exit(1);
}

/**
 * Returns the path of the Node to run the project with, after installing what `need` asks for:
 * 'production' to serve, 'full' to test and build.
 */
export function prepare(need) {
  if (!satisfies(installed(), need)) {
    withLock('install.lock', (lock) => {
      if (!satisfies(installed(), need)) install(need, lock);
    });
  }
  return pinnedNode();
}

/** Installs the dependencies of a nested package of the project. */
export function prepareFolder(folder) {
  withLock('install.lock', (lock) => {
    if (installed(folder) !== 'full') install('full', lock, folder);
  });
}

function satisfies(has, need) {
  return has === 'full' || has === need;
}

/**
 * npm writes `node_modules/.package-lock.json` as the last step of an install, so it proves both
 * what is installed and that the install was complete. No second record can disagree with it.
 */
function installed(folder = root) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages;
  const present = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present || !pinnedNodePath()) return 'nothing';
  let has = 'full';
  for (const [path, entry] of Object.entries(wanted)) {
    // npm omits an optional package that does not fit the machine; that is not an error.
    if (path === '' || (entry.optional && !present[path])) continue;
    if (present[path]?.version === entry.version) continue;
    if (!(entry.dev || entry.devOptional)) return 'nothing';
    has = 'production';
  }
  return has;
}

/**
 * `npm install --no-save` installs the exact versions of the lock file and does not change it, like
 * `npm ci`, but it adds to what is there, where `npm ci` first removes everything: a running server
 * keeps its files.
 */
function install(need, lock, folder = root) {
  if (need === 'full' && !runsTools()) {
    stopWith(
      'Node 20.19 or 22.12 (or newer) is needed to build and to test. ' +
        `This one is ${process.versions.node}.`,
    );
  }
  process.stderr.write(
    need === 'production'
      ? 'installing dependencies (first start) …\n'
      : 'installing what building and testing need (once) …\n',
  );
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const args = ['install', '--no-save', '--ignore-scripts', ...quiet];
  if (need === 'production') args.push('--omit=dev');
  else args.push('--include=dev');
  // npm outlives a script that is killed: it holds the lock as well, so that no other npm starts in the folder.
  const holding = ['-c', 'echo $$ >> "$0"; exec npm "$@"', lock, ...args];
  const result = spawnSync('sh', holding, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (result.error) stopWith(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) stopWith('npm install failed; see its output above.');
}

/** On a Node that the bundler does not support, npm silently omits its optional packages. */
function runsTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** Two commands on a fresh clone must not install or build in one folder at the same time. */
export function withLock(name, action) {
  const path = join(root, '.cache', name);
  mkdirSync(dirname(path), { recursive: true });
  while (!takeLock(path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    action(path);
  } finally {
    rmSync(path, { force: true });
  }
}

/** Takes a lock, which is free when none of the processes that its file names is alive. */
export function takeLock(path) {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
    process.once('exit', () => {
      if (holdersOf(path)[0] === process.pid) rmSync(path, { force: true });
    });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holders = holdersOf(path);
    // An empty file belongs to a holder that is about to write its number.
    if (holders.length > 0 && !holders.some(isAlive)) rmSync(path, { force: true });
    return false;
  }
}

function holdersOf(path) {
  return (readText(path) ?? '')
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function pinnedNodePath() {
  const machine = `${process.platform}-${process.arch}`;
  const candidates = [`node-${machine}`, `node-bin-${machine}`];
  const paths = candidates.map((name) => join(root, 'node_modules', name, 'bin', 'node'));
  const found = paths.find((path) => existsSync(path));
  if (found) return found;
  const running = Number(process.versions.node.split('.')[0]);
  return running >= leastNode ? process.execPath : undefined;
}

function pinnedNode() {
  const path = pinnedNodePath();
  if (path) return path;
  return stopWith(
    `Node ${leastNode} or newer is needed. There is no packaged Node for ` +
      `${process.platform}-${process.arch} here and this one is ${process.versions.node}.`,
  );
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
