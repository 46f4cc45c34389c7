import { load } from './load.ts';

interface AwsClient {
  send(command: object): Promise<{ MessageId?: string }>;
  destroy(): void;
}

export const { PinpointSMSVoiceV2Client, SendTextMessageCommand } = load<{
  PinpointSMSVoiceV2Client: new (settings: object) => AwsClient;
  SendTextMessageCommand: new (input: object) => object;
}>('@aws-sdk/client-pinpoint-sms-voice-v2');

/** The validator of SNS messages that AWS publishes. It fetches certificates itself, by https. */
export const SnsValidator =
  load<
    new (
      hostPattern: RegExp,
    ) => { validate(message: object, done: (fault: Error | null) => void): void }
  >('sns-validator');
