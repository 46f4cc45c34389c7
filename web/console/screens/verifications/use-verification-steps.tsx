import type { VerificationDetail } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useLanguage } from '../../client/words.ts';
import { joinSentences } from '../../kit/join-sentences.ts';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import type { TimelineStep } from '../../kit/timeline.tsx';
import { toneOf } from '../calls/call-tones.ts';
import { callStatusOf } from '../calls/call-words.ts';
import { stateTones, useVerificationWords } from './verification-words.ts';

type Step = Omit<TimelineStep, 'when'> & { at: string; isUntil?: boolean };

const receipts = ['delivered', 'undelivered', 'expired', 'rejected', 'unknown'] as const;

/** The messages, guesses and end of a verification, in order of time. */
export function useVerificationSteps(story: VerificationDetail): readonly TimelineStep[] {
  const messages = useMessageSteps(story);
  const guesses = useGuessSteps(story);
  const end = useEnd(story);
  return [
    ...[...messages, ...guesses].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    end,
  ].map(({ isUntil, ...step }) => ({
    ...step,
    when: isUntil ? null : <Time at={step.at} form="clock" />,
  }));
}

function useMessageSteps({ sent }: VerificationDetail): Step[] {
  const say = useVerificationWords();
  const language = useLanguage();
  const go = useGo();
  return sent.flatMap((message, index): Step[] => {
    const { requestId, at, state, result, finishedAt, provider } = message;
    const isTaken = state !== 'rejected' && state !== 'unavailable';
    const receipt = receipts.find((one) => one === result);
    const name = !isTaken ? 'codeNotSent' : index === 0 ? 'codeSent' : 'codeResent';
    const sentences = [
      provider ? say('byProvider', { provider }) : false,
      name === 'codeSent' ? false : say(`${name}Text`),
    ] as const;
    return [
      {
        name: requestId,
        at,
        title: say(name),
        text: joinSentences([...sentences], language),
        tone: isTaken ? 'sent' : toneOf(callStatusOf({ state, result })),
        aside: (
          <button type="button" className="link" onClick={() => go(`calls/${requestId}`)}>
            {say('openCall')}
          </button>
        ),
      },
      ...(isTaken && receipt && finishedAt
        ? [
            {
              name: `${requestId} receipt`,
              at: finishedAt,
              title: say(`message_${receipt}`),
              tone: toneOf(receipt),
            },
          ]
        : []),
    ];
  });
}

function useGuessSteps({ guesses, untimed, at }: VerificationDetail): Step[] {
  const say = useVerificationWords();
  const timed = guesses.map(
    (guess, index): Step => ({
      name: `guess ${index}`,
      at: guess.at,
      title: say(guess.isRight ? 'guessRight' : 'guessWrong'),
      tone: guess.isRight ? 'good' : 'bad',
    }),
  );
  if (untimed === 0) return timed;
  return [{ name: 'untimed', at, title: say('untimed', { count: untimed }) }, ...timed];
}

function useEnd({ state, endedAt, expiresAt, guessesLeft }: VerificationDetail): Step {
  const say = useVerificationWords();
  const language = useLanguage();
  return {
    name: 'end',
    at: endedAt ?? expiresAt,
    isUntil: state === 'pending',
    title: say(`ended_${state}`),
    text:
      state === 'pending'
        ? say('ended_pendingText', {
            count: guessesLeft,
            time: timeText(expiresAt, 'clock', language),
          })
        : say(`ended_${state}Text`),
    tone: stateTones[state],
  };
}
