import { useQuery } from '@tanstack/react-query';
import type { Reasons } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { defineWords, useLanguage } from '../../client/words.ts';
import type { StatusTone } from '../../kit/status.tsx';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useCallWords = defineWords('calls', { en, zh });

type CallStatus = keyof typeof en extends infer Key
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

/** The status of a call: of its message or check where the call was done, else its own. */
export function callStatusOf({
  state,
  result,
}: {
  state: string;
  result: string | null;
}): CallStatus {
  const word = state === 'done' && result ? result : state;
  return word in tones ? (word as CallStatus) : 'unknown';
}

export const toneOf = (status: CallStatus): StatusTone => tones[status];

export function useReasonText(): (reason: string | null | undefined) => string {
  const { reasons } = useReasons();
  return (reason) => {
    if (!reason) return '';
    const text = reasons.find((one) => one.reason === reason)?.text ?? reason;
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}

export function useReasons(): Reasons {
  const api = useApi();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [api.scope, 'reasons', language],
    queryFn: ({ signal }) => api.get<Reasons>('calls/reasons', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? { reasons: [] };
}
