import { useQuery } from '@tanstack/react-query';
import type { Reasons } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { defineWords, useLanguage } from '../../client/words.ts';
import { type CallStatus, isCallStatus } from './call-tones.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useCallWords = defineWords('calls', { en, zh });

/** The status of a call: of its message or check where the call was done, else its own. */
export function callStatusOf({
  state,
  result,
}: {
  state: string;
  result: string | null;
}): CallStatus {
  const word = state === 'done' && result ? result : state;
  return isCallStatus(word) ? word : 'unknown';
}

/** As words of a table cell: the message of an error begins small in some, and is a sentence in others. */
export function useReasonText(): (reason: string | null | undefined) => string {
  const { reasons } = useReasons();
  return (reason) => {
    if (!reason) return '';
    const text = reasons.find((one) => one.reason === reason)?.text ?? reason;
    return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/[.。]$/, '');
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
