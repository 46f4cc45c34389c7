import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createInvitation, findInvitation } from '../../people/sign-in/invitation-queries.ts';
import { hasOperator } from '../../people/sign-in/role-queries.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';

/** The way in for the first owner: where it is kept, and the link itself when it was made just now. */
export interface OwnerLink {
  file: string;
  link?: string;
}

const firstStart: Actor = { kind: 'platform', name: 'first start' };

/**
 * While nobody runs the platform, there is a link that makes its owner. It is kept in a file beside the
 * data until it was used, and shown once, because what a server prints ends in logs. One that is too old
 * is made anew.
 */
export async function ownerLink(
  pool: Pool,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): Promise<OwnerLink | undefined> {
  const file = join(dataDir, 'owner.link');
  if (await hasOperator(pool)) {
    await rm(file, { force: true });
    return undefined;
  }
  const kept = await readFile(file, 'utf8').catch(() => '');
  const keptToken = kept.trim().split('#')[1] ?? '';
  if (await findInvitation(pool, keptToken)) {
    // The server may be reached at another address than last time.
    await keep(file, welcomeLink(publicUrl, keptToken));
    return { file };
  }
  const { token } = await inChange(pool, firstStart, 'invitation.create', (change) =>
    createInvitation(change, {
      accountId: null,
      role: 'owner',
      invitedBy: 'Countersign',
      isFirst: true,
    }),
  );
  const link = welcomeLink(publicUrl, token);
  await keep(file, link);
  return { file, link };
}

async function keep(file: string, link: string): Promise<void> {
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  // The mode above is for a file that is new.
  await chmod(file, 0o600);
}
