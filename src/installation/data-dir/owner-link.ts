import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createInvitation, findInvitation } from '../../people/sign-in/invitation-queries.ts';
import { hasOperator } from '../../people/sign-in/role-queries.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';

/** The link for the first owner: its file, and the link itself if it was just created. */
export interface OwnerLink {
  file: string;
  link?: string;
}

const firstStart: Actor = { kind: 'platform', name: 'first start' };

/**
 * While the platform has no operator, a link lets the first owner sign up. It stays in a file beside the data
 * until it is used, and is shown only once, because server output ends up in logs. An expired link is replaced.
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
    // The public URL may have changed since the last start.
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
  // writeFile applies its mode only to a new file.
  await chmod(file, 0o600);
}
