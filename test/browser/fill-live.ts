import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import type { Shown } from './fill-console.ts';

interface LiveAccount {
  accountId: number;
  apiKey: string;
  vendor: RunningSimulator;
}

type Post = (path: string, body: object) => Promise<{ apiKey: string; keyId: number }>;

/** What a customer sees who pays: calls that were refused or went wrong, several keys, a balance that runs low. */
export async function fillLive(
  post: Post,
  server: ServerProcess,
  { accountId, apiKey, vendor }: LiveAccount,
): Promise<Shown> {
  await post(`${accountId}/wallet/threshold`, { mode: 'live', amount: '800' });
  const cappedKey = await makeKeys(post, accountId);
  const refused = await makeRefused(server, apiKey, cappedKey);
  const verificationId = await makeVerifications(server, apiKey, vendor);
  const failed = await makeFailed(server, apiKey, vendor);
  return { requestId: { refused, ...failed }, verificationId };
}

/** One with a limit, which it meets at once, one that ends, and one that was revoked. */
async function makeKeys(post: Post, accountId: number): Promise<string> {
  const make = (asked: object) => post(`${accountId}/keys/create`, { mode: 'live', ...asked });
  const ending = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await make({ name: 'checkout (Singapore)', addresses: ['203.0.113.0/24'], expiresAt: ending });
  const { keyId } = await make({ name: 'pilot' });
  await post(`${accountId}/keys/revoke`, { keyId });
  return (await make({ name: 'campaign', spendCapDay: '0.0100', scopes: ['sms_notice'] })).apiKey;
}

/** Calls that a later try, or another number or key, would have saved; the first is of a rate limit. */
async function makeRefused(
  server: ServerProcess,
  apiKey: string,
  cappedKey: string,
): Promise<string> {
  const mobile = '13912341000';
  const { body } = await server.call('sms_code', apiKey, { mobile, code: '333444' });
  await server.call('sms_code', apiKey, { mobile: '+14155550123', code: '482913' });
  await server.call('sms_code', apiKey, { mobile: '1391234', code: '482913' });
  await server.call('sms_notice', cappedKey, { mobile, content: '您的快递已到' });
  return body.requestId;
}

/** One approved, one with a wrong guess, and one that waits. */
async function makeVerifications(
  server: ServerProcess,
  apiKey: string,
  vendor: RunningSimulator,
): Promise<string> {
  const start = async (mobile: string) => {
    const { body } = await server.call('verify_start', apiKey, { mobile, purpose: 'sign-in' });
    const text = String(vendor.taken.at(-1)?.said.Body);
    return { verificationId: String(body.data?.verificationId), code: /\d{6}/.exec(text)?.[0] };
  };
  await start('13912348802');
  const { verificationId } = await start('13912348801');
  await server.call('verify_check', apiKey, { verificationId, code: '0000' });
  const approved = await start('13912348800');
  await server.call('verify_check', apiKey, approved);
  return approved.verificationId;
}

/** Messages that the vendor never reports, cannot deliver, refuses, or answers with what nobody can read. */
async function makeFailed(
  server: ServerProcess,
  apiKey: string,
  vendor: RunningSimulator,
): Promise<Record<'undelivered' | 'unknown', string>> {
  let at = 0;
  const send = async (...faults: string[]) => {
    await vendor.misbehave(faults);
    const mobile = `139123455${String(at++).padStart(2, '0')}`;
    const { body } = await server.call('sms_notice', apiKey, { mobile, content: '您的快递已到' });
    return body.requestId;
  };
  // Longer than the vendor takes for a receipt, so that none is late and falls under the next fault.
  const receipts = () => sleep(500);
  const undelivered = await send();
  const message = vendor.taken.at(-1);
  if (message) message.state = 'undelivered';
  await receipts();
  await send('reject:21610');
  const unknown = await send('unknown_code');
  await send('no_receipt');
  await receipts();
  await send('down');
  await vendor.misbehave([]);
  return { undelivered, unknown };
}
