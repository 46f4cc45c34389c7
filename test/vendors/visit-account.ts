import { payerOpenid } from '../../src/vendors/simulators/wechat-pay-app.ts';

export { payerOpenid };

/** A browser inside WeChat goes where the official account tells who pays, and is sent back with these. */
export async function visitAccount(
  payerUrl: string,
  openid = payerOpenid,
): Promise<{ code: string; state: string }> {
  const headers = { 'user-agent': 'MicroMessenger/8.0.50', cookie: `openid=${openid}` };
  const answer = await fetch(payerUrl, { headers, redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? 'about:blank');
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}
