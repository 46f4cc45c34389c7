import type { FastifyReply } from 'fastify';
import { ApiError, type Reason } from '../../../foundation/contract/errors/errors.ts';
import { faultOf, isDatabaseAway } from '../../../foundation/db/faults.ts';
import type { ConsolePorts } from '../kit/console-ports.ts';

/** Redirects the browser; after an error, to the sign-in page, which explains it. `otherwise` names a foreign one. */
export async function redirectTo(
  { publicUrl, log }: ConsolePorts,
  otherwise: Reason,
  reply: FastifyReply,
  work: () => Promise<string>,
): Promise<void> {
  const to = await work().catch((fault: unknown) => {
    const ours = isDatabaseAway(fault) ? 'database_unavailable' : otherwise;
    const reason = fault instanceof ApiError ? fault.reason : ours;
    const cause = fault instanceof ApiError ? fault.cause : fault;
    if (cause) log.warn({ fault: faultOf(cause) }, 'a sign-in by redirects failed');
    return `${publicUrl()}/console/sign-in?problem=${reason}`;
  });
  reply.header('cache-control', 'no-store').redirect(to, 302);
}
