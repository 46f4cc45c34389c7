import type { StatusTone } from '../../kit/status-tone.ts';
import type { en } from './en.ts';

export type CallStatus = keyof typeof en extends infer Key
  ? Key extends `state_${infer State}`
    ? Exclude<State, 'trouble'>
    : never
  : never;

const tones: Readonly<Record<CallStatus, StatusTone>> = {
  held: 'pending',
  done: 'good',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'good',
  undelivered: 'bad',
  expired: 'refused',
  refused: 'refused',
  rejected: 'refused',
  unavailable: 'bad',
  unknown: 'unknown',
  pending: 'pending',
  passed: 'good',
  failed: 'bad',
  cancelled: 'refused',
  withdrawn: 'refused',
};

export const callStatuses = Object.keys(tones) as readonly CallStatus[];

export const isCallStatus = (word: string): word is CallStatus => word in tones;

export const toneOf = (status: CallStatus): StatusTone => tones[status];
