import type { ReactElement } from 'react';
import { isSentInParts } from '../../../../src/foundation/contract/products.ts';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { joinSentences } from '../../kit/join-sentences.ts';
import { useKitWords } from '../../kit/kit-words.ts';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import type { TimelineStep } from '../../kit/timeline.tsx';
import { operationName } from '../../kit/use-product-name.ts';
import { attemptStarts } from './attempt-starts.ts';
import { toneOf } from './call-tones.ts';
import { callStatusOf, useCallWords, useReasonText } from './call-words.ts';
import { FactList } from './fact-list.tsx';
import { StatusTag } from './status-tag.tsx';

export type CallStep = Omit<TimelineStep, 'when'> & { at: string };

/** Everything stored about a call, in order of time. */
export function useCallSteps(call: CallDetail): readonly CallStep[] {
  const request = useRequestSteps(call);
  const attempts = useAttemptSteps(call);
  const replies = useReplySteps(call);
  const money = useMoneySteps(call);
  const later = useLaterSteps(call);
  // A stable sort: at the same instant an attempt comes before its transfers, and those before the reply.
  const rest = [...attempts, ...money, ...replies, ...later].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
  return [...request, ...rest];
}

function useRequestSteps(call: CallDetail): CallStep[] {
  const say = useCallWords();
  const sayKit = useKitWords();
  const language = useLanguage();
  const { area } = useScope();
  const { currency } = useSession();
  const { at, product, keyEnd, accountName, priceSource, templateId } = call;
  const source = (['account', 'default', 'free', 'recheck_free'] as const).find(
    (one) => one === priceSource,
  );
  const price = `${call.unitPrice} ${currency}`;
  const parts = [
    source ? say(`source_${source}`, { account: accountName }) : priceSource,
    pricedText(),
    ...(templateId ? [say('pricedTemplate', { template: templateId })] : []),
  ];
  /** A message is priced as a whole or by its segments, and only the latter multiplies its price. */
  function pricedText(): string {
    if (!isSentInParts(product)) return say('pricedCall', { price });
    const isMultiplied = call.price !== call.unitPrice;
    return say(isMultiplied ? 'pricedParts' : 'pricedMessage', { price, count: call.parts });
  }
  const usedLimits = useUsedLimits(call);
  const hold = call.transfers.find(({ kind }) => kind === 'hold');
  const shown = call.addresses.slice(0, 3).join(language === 'zh' ? '、' : ', ');
  const more = call.addresses.length > 3 ? say('andOthers') : '';
  return [
    {
      name: 'received',
      at,
      title: say('received'),
      aside: <code>POST /api/v1/{operationName(product)}</code>,
      text: joinSentences(
        [
          call.addresses.length > 0
            ? say('receivedFrom', { key: keyEnd, addresses: shown + more })
            : say('receivedText', { key: keyEnd }),
          call.isKeyed && say('receivedKeyed'),
        ],
        language,
      ),
    },
    {
      name: 'priced',
      at,
      title: say('priced'),
      aside: <Money amount={call.price} />,
      text: joinSentences(parts, language),
    },
    ...(hold
      ? [
          {
            name: 'held',
            at: hold.at,
            title: say('held'),
            aside: <Money amount={hold.amount} />,
            text: joinSentences(
              [
                say(area === 'customer' ? 'heldOwnText' : 'heldText', {
                  mode: sayKit(call.mode).toLowerCase(),
                }),
                ...usedLimits,
              ],
              language,
            ),
          },
        ]
      : []),
  ];
}

/** How much of its limits a call used; without limits there is nothing to say. */
function useUsedLimits({ usedLimits }: CallDetail): string[] {
  const say = useCallWords();
  const language = useLanguage();
  const { currency } = useSession();
  const ofNumber = usedLimits.flatMap(({ what, used, limit }) =>
    what === 'spend'
      ? []
      : [limit === null ? say(`used_${what}`, { used }) : say(`usedOf_${what}`, { used, limit })],
  );
  const spend = usedLimits.find(({ what }) => what === 'spend');
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  return [
    ...(ofNumber.length > 0
      ? [say('usedNumber', { windows: ofNumber.join(language === 'zh' ? '，' : ', ') })]
      : []),
    ...(spend
      ? [
          spend.limit === null
            ? say('usedSpend', { used: money(spend.used) })
            : say('usedSpendOf', { used: money(spend.used), limit: money(spend.limit) }),
        ]
      : []),
  ];
}

/** Attempts are visible to operators only; members see the provider's outcome alone. */
function useAttemptSteps(call: CallDetail): CallStep[] {
  const say = useCallWords();
  const reasonText = useReasonText();
  const { attempts = [], provider, state, endedAt, providerRef, evidence, resolvedAt } = call;
  const starts = attemptStarts(attempts);
  const steps = attempts.map((attempt, index): CallStep => {
    const outcome = (['done', 'rejected', 'unavailable', 'unknown'] as const).find(
      (one) => one === attempt.outcome,
    );
    const took = attempt.endedAt
      ? Date.parse(attempt.endedAt) - Date.parse(attempt.startedAt)
      : undefined;
    return {
      name: `attempt-${attempt.number}`,
      at: starts[index] ?? attempt.startedAt,
      title: (
        <>
          {say('attempt', { number: attempt.number })} <code>{attempt.provider}</code>
        </>
      ),
      aside: <Outcome outcome={outcome} />,
      tone: outcome ? toneOf(outcome) : 'pending',
      isBad: outcome === 'unavailable' || outcome === 'rejected',
      more: (
        <FactList
          facts={[
            [say('why'), reasonText(attempt.reason)],
            [say('theirWords'), attempt.words],
            [say('theirCode'), attempt.code],
            [say('tookTime'), took === undefined ? null : `${numberText(took)} ms`],
          ]}
        />
      ),
    };
  });
  const isListed = attempts.some((attempt) => attempt.provider === provider && attempt.outcome);
  if (!provider || isListed || resolvedAt || state === 'held') return steps;
  const known = (['done', 'rejected', 'unavailable', 'unknown'] as const).find(
    (one) => one === state,
  );
  const facts: [string, string | null | undefined][] = [
    [say('theirReference'), providerRef],
    [say('evidence'), evidence],
  ];
  steps.push({
    name: 'provider',
    at: endedAt ?? call.at,
    title: (
      <>
        {say('attemptPlain')} <code>{provider}</code>
      </>
    ),
    aside: <Outcome outcome={known} />,
    tone: known ? toneOf(known) : 'pending',
    ...(facts.some(([, value]) => value) ? { more: <FactList facts={facts} /> } : {}),
  });
  return steps;
}

function useMoneySteps(call: CallDetail): CallStep[] {
  const say = useCallWords();
  const { area } = useScope();
  const steps: CallStep[] = call.transfers.flatMap(({ kind, at, amount }) =>
    kind === 'hold'
      ? []
      : [
          {
            name: kind,
            at,
            title: say(kind),
            text: say(kind === 'settle' && area === 'customer' ? 'settleOwnText' : `${kind}Text`),
            aside: <Money amount={amount} />,
            isDone: kind === 'settle',
          },
        ],
  );
  return steps;
}

/** What was replied and what became of the call later are two steps, each at its own time. */
function useReplySteps(call: CallDetail): CallStep[] {
  const say = useCallWords();
  const { area } = useScope();
  const { replied, resolvedAt, state, endedAt, provider, providerRef, evidence } = call;
  const at = endedAt ?? call.at;
  const steps: CallStep[] = [];
  if (replied) {
    const { status, code, reason, text, tookMs } = replied;
    const facts = [
      [say('replyCode'), `${code} ${reason}`],
      [say('tookTime'), `${numberText(tookMs)} ms`],
    ] as const;
    const failure = {
      tone: status === 504 ? 'unknown' : 'refused',
      more: <FactList facts={facts} />,
    } as const;
    steps.push({
      name: 'replied',
      at: replied.at,
      title: say('replied'),
      text,
      aside: <StatusTag status={status} />,
      ...(reason ? failure : {}),
    });
  } else if (state === 'held') {
    steps.push({ name: 'waiting', at, title: say('waiting'), tone: 'pending' });
  } else {
    const text = say('notRepliedText');
    steps.push({ name: 'notReplied', at: call.at, title: say('notReplied'), text });
  }
  if (state === 'unknown') {
    const text = say(area === 'customer' ? 'unknownOwnText' : 'unknownText');
    steps.push({ name: 'unknown', at, title: say('unknownEnd'), text, tone: 'unknown' });
  }
  if (resolvedAt) {
    const status = callStatusOf({ state, result: null });
    const facts = [
      [say('provider'), provider],
      [say('theirReference'), providerRef],
      [say('evidence'), evidence],
    ] as const;
    steps.push({
      name: 'resolved',
      at: resolvedAt,
      title: say('resolved', { state: say(`state_${status}`) }),
      tone: toneOf(status),
      ...(facts.some(([, value]) => value) ? { more: <FactList facts={facts} /> } : {}),
    });
  }
  return steps;
}

function useLaterSteps(call: CallDetail): CallStep[] {
  const say = useCallWords();
  const language = useLanguage();
  const reasonText = useReasonText();
  const word = (state: string) => callStatusOf({ state: 'done', result: state });
  const receipts = call.receipts.map((receipt, index): CallStep => {
    const status = word(receipt.state);
    const words = receipt.words === receipt.code ? '' : receipt.words;
    const by = receipt.provider ? say('receiptBy', { provider: receipt.provider }) : '';
    return {
      name: `receipt-${index}`,
      at: receipt.at,
      title: say('receipt', { state: say(`state_${status}`) }),
      text: [reasonText(receipt.reason), by, words].filter(Boolean).join(' · '),
      tone: toneOf(status),
      ...(receipt.code ? { aside: <code>{receipt.code}</code> } : {}),
    };
  });
  const sessions = call.sessions.map((session): CallStep => {
    const status = session.state === 'open' ? 'pending' : word(session.state);
    return {
      name: `session-${session.number}`,
      at: session.startedAt,
      title: say('session', { number: session.number, state: say(`state_${status}`) }),
      text: joinSentences(
        [
          session.device ? say('sessionOn', { device: session.device }) : '',
          reasonText(session.reason),
        ],
        language,
      ),
      tone: toneOf(status),
      ...(session.provider ? { aside: <code>{session.provider}</code> } : {}),
    };
  });
  const events = call.events.map(
    ({ type, at }, index): CallStep => ({
      name: `event-${index}`,
      at,
      title: (
        <>
          {say('event')} <code>{type}</code>
        </>
      ),
    }),
  );
  const steps = [...receipts, ...sessions, ...events];
  const { check } = call;
  if (check?.consentedAt) {
    steps.push({ name: 'consented', at: check.consentedAt, title: say('consented') });
  }
  if (check) {
    const status = word(check.status);
    const isEnded = check.endedAt !== null;
    steps.push({
      name: 'check',
      at: check.endedAt ?? new Date().toISOString(),
      title: isEnded
        ? say('checkEnded', { state: say(`state_${status}`).toLowerCase() })
        : say('checkPending'),
      text: isEnded
        ? reasonText(check.reason)
        : say('checkUntil', { time: timeText(check.expiresAt, 'full', language) }),
      tone: toneOf(status),
    });
  }
  return steps;
}

function Outcome({
  outcome,
}: {
  outcome: 'done' | 'rejected' | 'unavailable' | 'unknown' | undefined;
}): ReactElement {
  const say = useCallWords();
  const look =
    outcome === 'done' ? 'tag-good' : outcome === 'unknown' || !outcome ? 'tag-warn' : 'tag-bad';
  return <span className={`tag ${look}`}>{say(`outcome_${outcome ?? 'none'}`)}</span>;
}
