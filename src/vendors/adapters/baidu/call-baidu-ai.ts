import { readJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';

interface Keys {
  apiKey: string;
  secretKey: string;
  endpoint: string;
}

/** One request with an access token. The response is either a success or names a code. */
export type CallBaiduAi = (path: string, fields: object, signal: AbortSignal) => Promise<unknown>;

/** A new token leaves the old one valid, so it is fetched a day before the old one ends. */
const earlyMs = 24 * 3_600_000;
const tokenRefused = ['110', '111'];

/** The code of a failed response: a number of the API, or a word of the OAuth endpoint. */
export function baiduCode(said: unknown): string {
  return textOf(said, 'error_code') || textOf(said, 'error');
}

/** Fetches an access token (30 days) before it is needed, and again when the API refuses it. */
export function createCallBaiduAi(keys: Keys, { http, clock }: Tools): CallBaiduAi {
  let token: { text: string; untilMs: number } | undefined;

  async function post(url: string, contentType: string, body: string, signal: AbortSignal) {
    const headers = { 'content-type': contentType };
    return readJson(await http.request({ method: 'POST', url, headers, body, signal }));
  }

  /** The refusal of the OAuth endpoint, or null when there is a token. */
  async function fetchToken(signal: AbortSignal): Promise<unknown> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: keys.apiKey,
      client_secret: keys.secretKey,
    });
    const type = 'application/x-www-form-urlencoded';
    const url = `${keys.endpoint}/oauth/2.0/token`;
    const said = await post(url, type, form.toString(), signal);
    if (baiduCode(said)) return said;
    const text = textOf(said, 'access_token');
    const seconds = Number(textOf(said, 'expires_in'));
    if (!text || !(seconds > 0)) throw new UnexpectedResponse('no access token');
    token = { text, untilMs: clock.nowMs() + seconds * 1_000 - earlyMs };
    return null;
  }

  async function ask(path: string, fields: object, signal: AbortSignal): Promise<unknown> {
    const isFresh = token !== undefined && token.untilMs > clock.nowMs();
    const refusal = isFresh ? null : await fetchToken(signal);
    if (refusal !== null) return refusal;
    const url = `${keys.endpoint}${path}?access_token=${encodeURIComponent(token?.text ?? '')}`;
    return post(url, 'application/json', JSON.stringify(fields), signal);
  }

  return async (path, fields, signal) => {
    const said = await ask(path, fields, signal);
    if (!tokenRefused.includes(baiduCode(said))) return said;
    token = undefined;
    return ask(path, fields, signal);
  };
}
