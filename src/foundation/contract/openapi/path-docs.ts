import type { Operation } from '../products.ts';
import { webhookPaths } from './webhook-docs.ts';

export const tags = [
  {
    name: 'Face verification',
    description: 'Verify that a person is who they claim to be: a link for them, a result for you.',
  },
  {
    name: 'SMS',
    description: 'Send verification codes and notifications, and track their delivery.',
  },
  { name: 'Account', description: 'Balance and usage. Free.' },
  {
    name: 'Webhooks',
    description: 'Receive events instead of polling, signed as Standard Webhooks specifies. Free.',
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
      'Two operations share this path. The body selects one.\n\n**Without `authToken`** it ' +
      'starts a new check: send the name and the ID number of a person, and receive a link for ' +
      'them and a token for you. Charged at the unit price.\n\n**With `authToken`**, whatever ' +
      'its value, it is a recheck and returns the status of the check. Always free: ' +
      '`priceSource` is `recheck_free`, `unitPrice` is `0.0000`.',
    operations: ['face_verify', 'face_recheck'],
  },
  {
    name: 'sms_code',
    tag: 'SMS',
    summary: 'Send a verification code',
    description:
      'Sends a code to a number, using the template that the platform assigned. By default, live ' +
      'calls are limited per number to 1 per minute, 5 per hour and 10 per day.',
    operations: ['sms_code'],
  },
  {
    name: 'sms_notice',
    tag: 'SMS',
    summary: 'Send a notification',
    description:
      'Sends a notification to a number, using the template that the platform assigned. Every ' +
      'field except `mobile` and `content` is a template variable. By default, live calls are ' +
      'limited to 50 per day and number.',
    operations: ['sms_notice'],
  },
  {
    name: 'sms_status',
    tag: 'SMS',
    summary: 'Query the status of a message',
    description:
      'Takes the `requestId` of the response that accepted the message, or of a 504, and returns ' +
      'its state, timestamps and number of segments.',
    operations: ['sms_status'],
  },
  {
    name: 'balance',
    tag: 'Account',
    summary: 'Show the balance',
    description: "Returns the balance of the account's wallet in the mode of the key.",
    operations: ['balance'],
  },
  {
    name: 'usage',
    tag: 'Account',
    summary: 'Show usage per day',
    description: 'Returns the number of calls and their cost per day and product.',
    operations: ['usage'],
  },
  ...webhookPaths,
];
