import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system user that PostgreSQL runs as. */
export interface EmbeddedUser {
  uid: number;
  gid: number;
}

/** A command prepared to run as another user. */
export interface Launch {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** Capabilities that let a process traverse a closed folder, the least powerful first. */
const passingCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * PostgreSQL refuses to run as root, so root runs it as an unprivileged user: the owner of the data if there is
 * data, else `postgres` or `nobody`. Any other user runs it as themselves, which is `undefined` here.
 */
export function embeddedUser(pgDir: string): EmbeddedUser | undefined {
  const ourUid = process.getuid?.();
  const owner = existsSync(pgDir) ? statSync(pgDir) : undefined;
  if (ourUid !== 0) {
    if (owner && owner.uid !== ourUid) {
      throw new Error(
        `The database in ${pgDir} belongs to the user with id ${owner.uid}: ` +
          'start Countersign as that user or as root.',
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser('postgres') ?? findUser('nobody') ?? refuseAsRoot();
}

function refuseAsRoot(): never {
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. ' +
      'Start Countersign as an ordinary user, or set DATABASE_URL.',
  );
}

function findUser(name: string): EmbeddedUser | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).find((field) => field[0] === name);
  if (!fields) return undefined;
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/**
 * Prepares a command to run as `user`, who must be able to reach all of `paths`. A clone may be under a folder
 * that is closed to others, such as /root. Then `setpriv` starts the program with the one capability to
 * traverse it. The `no_setuid_fixup` bit is needed because `access()`, with which PostgreSQL looks for its own
 * files, otherwise ignores capabilities.
 */
export function launchAs(
  user: EmbeddedUser | undefined,
  paths: string[],
  command: string,
  args: string[],
): Launch {
  if (!user) return { command, args };
  const closed = paths.map((path) => findClosed(path, user)).find((path) => path !== undefined);
  if (closed === undefined) return { command, args, ...user };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  const capability = passingCapabilities.find(({ bit }) => hasCapability(bit));
  if (!setpriv || !capability) {
    throw new Error(
      `PostgreSQL runs as the user with id ${user.uid}, which cannot enter ${closed}. ` +
        `Open it (chmod o+x ${closed}), move Countersign and DATA_DIR elsewhere, ` +
        'start it as an ordinary user, or install setpriv (util-linux).',
    );
  }
  return {
    command: setpriv,
    args: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--no-new-privs',
      `--inh-caps=+${capability.name}`,
      `--ambient-caps=+${capability.name}`,
      '--securebits=+no_setuid_fixup',
      '--',
      command,
      ...args,
    ],
  };
}

/** The first file or folder on the way to `path` that `user` cannot read or traverse. */
function findClosed(path: string, user: EmbeddedUser): string | undefined {
  const parent = dirname(path);
  if (parent !== path) {
    const closed = findClosed(parent, user);
    if (closed !== undefined) return closed;
  }
  const stats = statSync(path);
  const needed = stats.isDirectory() ? 0o1 : 0o4;
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & needed) === needed ? undefined : path;
}

function hasCapability(bit: bigint): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
    return ((BigInt(`0x${effective}`) >> bit) & 1n) === 1n;
  } catch {
    return false;
  }
}
