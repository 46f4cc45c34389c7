import { createMovableClock } from '../../src/foundation/clock.ts';
import type { HttpAnswer, HttpRequest } from '../../src/foundation/outbound/http-client.ts';
import { type OpenedMessages, openMessages } from '../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import type { MessageVendor } from '../../src/vendors/providers/vendor.ts';

/** A vendor with prepared answers, for cases that its simulator never produces. */
export function talkWith(
  vendor: MessageVendor,
  settings: Record<string, unknown>,
  ...answers: (string | Partial<HttpAnswer>)[]
): {
  provider: OpenedMessages;
  requests: HttpRequest[];
  clock: ReturnType<typeof createMovableClock>;
} {
  const requests: HttpRequest[] = [];
  const clock = createMovableClock(new Date('2026-03-01T00:00:00Z'));
  const http = {
    async request(request: HttpRequest) {
      const answer = answers[Math.min(requests.push(request), answers.length) - 1] ?? '';
      const given = typeof answer === 'string' ? { text: answer } : answer;
      return { status: 200, headers: {}, text: '', ...given };
    },
    async close() {},
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const tools = { http, clock, log, callbackUrl: () => 'https://platform.example/callback/key' };
  const config = readConfig(vendor, settings);
  return { provider: openMessages(vendor, { code: 'mine', config, tools }), requests, clock };
}
