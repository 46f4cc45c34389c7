import type { Operation } from '../products.ts';
import { webhookPaths } from './webhook-docs.ts';

export const tags = [
  {
    name: 'Face verification',
    description: 'Prove that a person is who they say: a link for them, a result for you.',
  },
  { name: 'SMS', description: 'Send verification codes and notifications, and follow them.' },
  { name: 'Account', description: 'What is left, and what was used. Free.' },
  {
    name: 'Webhooks',
    description: 'Be told what happens instead of asking, by the rules of Standard Webhooks. Free.',
  },
] as const;

export interface PathDocs {
  /** The last part of the path, and the id of the operation. */
  name: string;
  tag: (typeof tags)[number]['name'];
  summary: string;
  description: string;
  /** What the body can ask for. More than one only where the body decides. */
  operations: readonly Operation[];
}

export const pathDocs: readonly PathDocs[] = [
  {
    name: 'face_verify',
    tag: 'Face verification',
    summary: 'Get an authentication link, or query its result',
    description:
      'Two operations share this path, and the body decides between them.\n\n' +
      '**Without `authToken`** it is a new check: send the name and the ID number of a ' +
      'person, and ' +
      'receive a link for them and a token for you. Charged at the unit price.\n\n' +
      '**With `authToken`**, whatever its value, it is a recheck: it tells how the check stands. ' +
      'Always free: `priceSource` is `recheck_free`, `unitPrice` is `0.0000`.',
    operations: ['face_verify', 'face_recheck'],
  },
  {
    name: 'sms_code',
    tag: 'SMS',
    summary: 'Send a verification code',
    description:
      'Sends a code to a number, in the template that the platform assigned. Live calls have ' +
      'limits for each number: 1 in a minute, 5 in an hour, 10 in a day, unless set otherwise.',
    operations: ['sms_code'],
  },
  {
    name: 'sms_notice',
    tag: 'SMS',
    summary: 'Send a notification',
    description:
      'Sends a notification to a number, in the template that the platform assigned. Every field ' +
      'besides `mobile` and `content` is a variable of that template. Live calls have a limit of ' +
      '50 in a day for each number, unless set otherwise.',
    operations: ['sms_notice'],
  },
  {
    name: 'sms_status',
    tag: 'SMS',
    summary: 'Ask how a message stands',
    description:
      'Takes the `requestId` of the reply that accepted the message, or of a 504, and tells its ' +
      'state, its times and its number of parts.',
    operations: ['sms_status'],
  },
  {
    name: 'balance',
    tag: 'Account',
    summary: 'Show the balance',
    description: 'Tells what the wallet of the account has, in the mode of the key.',
    operations: ['balance'],
  },
  {
    name: 'usage',
    tag: 'Account',
    summary: 'Show the usage of some days',
    description: 'Tells how many calls of which product were made on which day, and their cost.',
    operations: ['usage'],
  },
  ...webhookPaths,
];
