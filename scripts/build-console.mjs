/**
 * Builds the console unless it is up to date: `npm run build` by hand, `npm start` once the
 * platform is ready, and `npm test` before the browser tests. Errors are stored where the server
 * tells operators to look.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built, current, failure, isBuilt, source, sourceHash } from './console-folder.mjs';
import { finishConsole } from './finish-console.mjs';
import { prepare, prepareFolder, withLock } from './prepare.mjs';

/** A release has no gallery of the console's parts: that page is for who builds the console. */
export function buildConsole(say, { isRelease = false } = {}) {
  const node = prepare('production');
  prepareFolder(source);
  withLock('console.lock', () => {
    const hash = `${sourceHash()}${isRelease ? '-release' : ''}`;
    if (isBuilt(hash)) return say('the console is built already\n');
    mkdirSync(built, { recursive: true });
    rmSync(current, { force: true });
    rmSync(failure, { force: true });
    const folder = join(built, `making-${process.pid}`);
    try {
      bundle(node, folder, say, isRelease);
      say(finishConsole(folder));
      publish(folder, hash);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(failure, `${error.message}\n`);
      throw error;
    }
  });
}

function bundle(node, folder, say, isRelease) {
  const vite = join(source, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, CONSOLE_FOR: isRelease ? 'release' : 'work' };
  const result = spawnSync(node, args, { cwd: source, encoding: 'utf8', env });
  if (result.error) throw result.error;
  const said = `${result.stdout}${result.stderr}`;
  if (result.status !== 0) throw new Error(`The console could not be built:\n${said}`);
  say(said);
}

/** A folder is complete or absent, and is named only once it is complete. */
function publish(folder, hash) {
  rmSync(join(built, hash), { recursive: true, force: true });
  renameSync(folder, join(built, hash));
  writeFileSync(`${current}.new`, hash);
  renameSync(`${current}.new`, current);
  for (const name of readdirSync(built)) {
    if (name !== hash && name !== 'current') rmSync(join(built, name), { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    buildConsole((text) => process.stdout.write(text));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
