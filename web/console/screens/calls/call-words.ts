import { useQuery } from '@tanstack/react-query';
import type { Reasons } from '../../../../src/console/calls/calls-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { defineWords, useLanguage } from '../../client/words.ts';
import type { MarkKind } from '../../kit/mark.tsx';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useCallWords = defineWords('calls', { en, zh });

type Word = keyof typeof en extends infer Key
  ? Key extends `state_${infer State}`
    ? State
    : never
  : never;

const kinds: Readonly<Record<Word, MarkKind>> = {
  held: 'pending',
  done: 'good',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'good',
  undelivered: 'bad',
  expired: 'refused',
  rejected: 'refused',
  unavailable: 'bad',
  unknown: 'unknown',
  pending: 'pending',
  passed: 'good',
  failed: 'bad',
  cancelled: 'refused',
  withdrawn: 'refused',
};

export const standings = Object.keys(kinds) as readonly Word[];

/** How a call stands, in one word: its message's or its check's where it was carried out. */
export function standingOf({ state, result }: { state: string; result: string | null }): Word {
  const word = state === 'done' && result ? result : state;
  return word in kinds ? (word as Word) : 'unknown';
}

export const kindOf = (word: Word): MarkKind => kinds[word];

/** Says why something did not succeed. */
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
