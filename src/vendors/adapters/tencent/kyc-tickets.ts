import { createHash } from 'node:crypto';
import { fieldOf, readJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';

/** The version of every request; the vendor's document calls it a constant. */
export const kycVersion = '1.0.0';

/**
 * How long a token and its ticket are reused. They live for an hour, but every new token ends the older ones
 * after a minute, and other processes get new ones. So each is used only within its first minute.
 */
const reuseMs = 50_000;

export interface KycAccount {
  appId: string;
  secret: string;
  endpoint: string;
}

/** The vendor refused a token or a ticket, so nothing was started. */
export class TicketRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export interface KycTickets {
  /** Signs requests of the server. */
  sign(signal: AbortSignal): Promise<string>;
  /** Signs the link for one person; it works once, within two minutes. */
  nonce(userId: string, signal: AbortSignal): Promise<string>;
}

/** Gets the tickets with which requests are signed: first a token by the secret, then tickets by the token. */
export function createKycTickets(account: KycAccount, { http, clock }: Tools): KycTickets {
  const { appId, secret, endpoint } = account;
  let kept = { token: '', ticket: '', untilMs: 0 };

  async function get(path: string, query: Record<string, string>, signal: AbortSignal) {
    const fields = new URLSearchParams({ appId, ...query, version: kycVersion });
    const url = `${endpoint}/api/oauth2/${path}?${fields}`;
    const answer = await http.request({ method: 'GET', url, headers: {}, signal });
    if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
    const said = readJson(answer);
    const code = textOf(said, 'code');
    if (code === '') throw new UnexpectedResponse('no code');
    if (code !== '0') throw new TicketRefused(code, textOf(said, 'msg'));
    return said;
  }

  async function ticketOf(token: string, query: Record<string, string>, signal: AbortSignal) {
    const said = await get('api_ticket', { access_token: token, ...query }, signal);
    const ticket = textOf(fieldOf(said, 'tickets', 0), 'value');
    if (!ticket) throw new UnexpectedResponse('no ticket');
    return ticket;
  }

  async function current(signal: AbortSignal) {
    if (kept.untilMs > clock.nowMs()) return kept;
    const untilMs = clock.nowMs() + reuseMs;
    const said = await get('access_token', { secret, grant_type: 'client_credential' }, signal);
    const token = textOf(said, 'access_token');
    if (!token) throw new UnexpectedResponse('no access_token');
    kept = { token, ticket: await ticketOf(token, { type: 'SIGN' }, signal), untilMs };
    return kept;
  }

  return {
    sign: async (signal) => (await current(signal)).ticket,
    nonce: async (userId, signal) =>
      ticketOf((await current(signal)).token, { type: 'NONCE', user_id: userId }, signal),
  };
}

/** The vendor's signature: SHA-1 over the sorted values, one of which is the ticket. */
export function kycSignature(values: readonly string[]): string {
  return createHash('sha1')
    .update([...values].sort().join(''))
    .digest('hex')
    .toUpperCase();
}
