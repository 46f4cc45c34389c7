import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { countServers } from '../../foundation/db/server-queries.ts';
import {
  createOwnerLink,
  findInvitation,
  hasFirstLink,
} from '../../people/sign-in/invitation-queries.ts';
import { hasOperator } from '../../people/sign-in/role-queries.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';

/** The link for the first owner: its file, and the link itself if it was just created. */
export interface OwnerLink {
  file: string;
  link?: string;
  /** Another server of this database made the link, and printed it. */
  isElsewhere?: boolean;
}

const firstStart: Actor = { kind: 'platform', name: 'first start' };

/**
 * While the platform has no operator, a link lets the first owner sign up. It stays in a file beside the data
 * until it is used, and is shown only once, because server output ends up in logs. An expired link is replaced.
 */
export async function ownerLink(
  pool: Pool,
  { dataDir, publicUrl, processes = 1 }: { dataDir: string; publicUrl: string; processes?: number },
): Promise<OwnerLink | undefined> {
  const file = join(dataDir, 'owner.link');
  if (await hasOperator(pool)) {
    await rm(file, { force: true });
    return undefined;
  }
  const kept = await readFile(file, 'utf8').catch(() => '');
  const keptToken = kept.trim().split('#')[1] ?? '';
  if (await findInvitation(pool, keptToken)) {
    // The public URL may have changed since the last start.
    await keep(file, welcomeLink(publicUrl, keptToken));
    return { file };
  }
  const made = await inChange(pool, firstStart, 'invitation.create', async (change) => {
    // Of several servers that start together, one makes the link; a lost file does not matter while it runs.
    const isElsewhere = (await hasFirstLink(change)) && (await countServers(change)) > processes;
    return isElsewhere ? undefined : createOwnerLink(change, { isFirst: true });
  });
  if (!made) return { file, isElsewhere: true };
  const link = welcomeLink(publicUrl, made.token);
  await keep(file, link);
  return { file, link };
}

async function keep(file: string, link: string): Promise<void> {
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  // writeFile applies its mode only to a new file.
  await chmod(file, 0o600);
}
