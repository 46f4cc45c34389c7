import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twilio as official } from '../../../../test/reference-clients/twilio.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { twilioVoiceSimulator } from '../../simulators/twilio-voice.ts';
import { twilioVoice } from './twilio-voice.ts';

const settings = twilioVoiceSimulator.config('https://api.twilio.com') as Record<string, string>;
const { accountSid = '', authToken = '', sender = '' } = settings;
const soon = { signal: AbortSignal.timeout(60_000) };

async function twimlFor(text: string): Promise<string> {
  const { provider, requests } = talkWith(twilioVoice, settings, '{"sid":"CA1"}');
  await provider.send(sampleSend(twilioVoiceSimulator, { text }), soon);
  return new URLSearchParams(String(requests[0]?.body)).get('Twiml') ?? '';
}

test('reads the text twice, in its language and digit by digit', async () => {
  const en = '<Say language="en-US">Code 4, 8, 2. &lt;5 min &amp; go</Say>';
  expect(await twimlFor('Code 482. <5 min & go')).toBe(
    `<Response>${en}<Pause length="1"/>${en}</Response>`,
  );
  expect(await twimlFor('验证码 482')).toContain('<Say language="cmn-CN">验证码 4, 8, 2</Say>');
});

describe('its official client', () => {
  let running: RunningSimulator;
  beforeAll(async () => {
    running = await runSimulator(twilioVoiceSimulator, { callbackUrlOf: () => '' });
  });
  afterAll(() => running.close());

  /** The package has no setting for its URL, so its requests are redirected here. */
  class Turned extends official.RequestClient {
    override request(options: { uri: string }): unknown {
      const turned = options.uri.replace('https://api.twilio.com', running.url);
      return super.request({ ...options, uri: turned });
    }
  }
  const client = (token: string) => official(accountSid, token, { httpClient: new Turned() });
  const call = { to: '+8613912345678', from: sender, twiml: '<Response><Say>1</Say></Response>' };

  test('calls by the simulator, and is refused with another secret', async () => {
    const { sid } = await client(authToken).calls.create(call);
    expect(running.taken).toMatchObject([
      { id: sid, mobile: call.to, said: { Twiml: call.twiml } },
    ]);
    await expect(client('another').calls.create(call)).rejects.toMatchObject({ code: 20_003 });
    expect(running.taken).toHaveLength(1);
  });
});

describe('Twilio Voice', () => {
  const say = '<Say language="en-US">【Example】Your code is 4, 8, 2, 9, 1, 3.</Say>';
  describeMessageContract({
    vendor: twilioVoice,
    simulator: twilioVoiceSimulator,
    wrongSecret: { authToken: 'another' },
    mobile: '+8613912345678',
    said: { Twiml: `<Response>${say}<Pause length="1"/>${say}</Response>` },
  });
});
