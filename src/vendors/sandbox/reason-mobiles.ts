import {
  type MessageReason,
  messageReasons,
} from '../../foundation/contract/errors/failure-reasons.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';

/** How a message ends that fails: in the response, or in its receipt. */
type EndingKind = 'rejected' | 'unavailable' | 'unknown' | 'undelivered' | 'expired';

export interface Ending {
  kind: EndingKind;
  reason: MessageReason;
}

/** The reasons that the older magic mobiles play, each with a script of its own. */
const scriptedEndings = {
  invalid: { kind: 'rejected', reason: 'number_invalid' },
  rejected: { kind: 'rejected', reason: 'content_refused' },
  blocked: { kind: 'undelivered', reason: 'blocked_by_person' },
  down: { kind: 'unavailable', reason: 'provider_fault' },
} as const satisfies Record<string, Ending>;

/** Played by the scripts that never answer. */
type Silence = 'no_answer';

export type PlayedReason = Exclude<
  MessageReason,
  Silence | (typeof scriptedEndings)[keyof typeof scriptedEndings]['reason']
>;

/** A number never changes its reason: callers keep it in their tests. A new reason takes the next one. */
const numbers: Readonly<Record<PlayedReason, { mobile: string; kind: EndingKind }>> = {
  number_off: { mobile: '13800000018', kind: 'undelivered' },
  number_not_mobile: { mobile: '13800000019', kind: 'rejected' },
  blocked_by_carrier: { mobile: '13800000020', kind: 'undelivered' },
  template_refused: { mobile: '13800000021', kind: 'rejected' },
  signature_refused: { mobile: '13800000022', kind: 'rejected' },
  variable_refused: { mobile: '13800000023', kind: 'rejected' },
  frequency: { mobile: '13800000024', kind: 'rejected' },
  region: { mobile: '13800000025', kind: 'rejected' },
  expired: { mobile: '13800000026', kind: 'expired' },
  provider_balance: { mobile: '13800000027', kind: 'unavailable' },
  provider_limit: { mobile: '13800000028', kind: 'unavailable' },
  provider_setup: { mobile: '13800000029', kind: 'unavailable' },
  provider_unreachable: { mobile: '13800000030', kind: 'unavailable' },
  not_understood: { mobile: '13800000031', kind: 'unknown' },
  address_invalid: { mobile: '13800000034', kind: 'rejected' },
};

const played = Object.keys(numbers) as PlayedReason[];

const endings: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  ...Object.entries(scriptedEndings),
  ...played.map((reason): [string, Ending] => [reason, { kind: numbers[reason].kind, reason }]),
]);

/** How a message with this script fails; undefined if it does not, or is never answered. */
export const endingOf = (script: string): Ending | undefined => endings.get(script);

/** The magic mobiles that play one reason each. */
export const reasonMobiles = played.map((reason) => ({
  mobile: numbers[reason].mobile,
  script: reason,
  reason,
  outcome: outcomeOf(numbers[reason].kind, messageReasons[reason]),
}));

function outcomeOf(kind: EndingKind, { en, zh }: Bilingual): Bilingual {
  switch (kind) {
    case 'rejected':
      return {
        en: `400 provider_rejected: ${en}; not charged`,
        zh: `400 provider_rejected：${zh}；不计费`,
      };
    case 'unavailable':
      return {
        en: `502 provider_unavailable: ${en}; not charged`,
        zh: `502 provider_unavailable：${zh}；不计费`,
      };
    case 'unknown':
      return {
        en: `504 outcome_unknown: ${en}; the message was sent; settled when the platform queries the provider`,
        zh: `504 outcome_unknown：${zh}；实际已发送；向服务商查询后结算`,
      };
    case 'undelivered':
      return { en: `201; the receipt says undelivered: ${en}`, zh: `201；回执为未送达：${zh}` };
    case 'expired':
      return { en: `201; the receipt says expired: ${en}`, zh: `201；回执为已过期：${zh}` };
  }
}
