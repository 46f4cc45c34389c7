import type { StatusQuery } from '../providers/provider.ts';
import type { FaceQuestion, MessageAsking, MessageQuestion } from '../providers/question.ts';
import type { Words } from '../providers/vendor-setting.ts';

/** Questions that are asked of several vendors in the same way. */

const lookAtSeconds = [1, 5, 15, 30, 60, 120, 300];

/** How soon a status query finds a message; `withoutId` asks as if the vendor's answer had been lost. */
export function recordsDelay(meaning: Words, { withoutId = false } = {}): MessageQuestion {
  return {
    id: 'records-delay',
    question: {
      en: 'How soon after a message was accepted do the records show it?',
      zh: '短信受理后，多久能在发送记录中查到？',
    },
    meaning,
    ask: {
      costs: 1,
      seconds: 300,
      run: (asking) => watchRecords(asking, withoutId),
    },
  };
}

async function watchRecords(asking: MessageAsking, withoutId: boolean): Promise<string[]> {
  const { outcome, query } = await asking.send();
  if (outcome.kind !== 'done') return [`not accepted: ${describe(outcome)}`];
  const asked: StatusQuery = withoutId ? { ...query, providerRef: null, partRefs: [] } : query;
  const findings: string[] = [];
  let passed = 0;
  for (const seconds of lookAtSeconds) {
    await asking.wait((seconds - passed) * 1_000);
    passed = seconds;
    const status = await asking.queryStatus(asked);
    if (!status) return ['the provider has no status query'];
    findings.push(`after ${seconds} s: ${status.state} (${status.detail})`);
    if (status.state !== 'unknown' && status.state !== 'absent') break;
  }
  return findings;
}

/** Whether a message of several segments has one receipt, or one for each. */
export function receiptsPerSegment(meaning: Words): MessageQuestion {
  return {
    id: 'receipts-per-segment',
    question: {
      en: 'Does a long message have one receipt, or one for each segment?',
      zh: '长短信是整条一个回执，还是拆分后每条一个回执？',
    },
    meaning,
    ask: {
      costs: 1,
      seconds: 120,
      async run(asking) {
        const { parts } = asking.draft;
        if (parts < 2) return ['not asked: the message has one segment; send a longer one'];
        const { outcome, query } = await asking.send();
        if (outcome.kind !== 'done') return [`not accepted: ${describe(outcome)}`];
        await asking.wait(120_000);
        const receipts = await asking.receiptsOf(query);
        return [
          `${parts} segments, ${receipts.length} receipts`,
          ...receipts.map(({ state }) => state),
        ];
      },
    },
  };
}

/** Whether the vendor takes a reference that is longer than ours. */
export function longReference(length: number, meaning: Words): MessageQuestion {
  return {
    id: 'long-reference',
    question: {
      en: `Does the vendor accept a reference of ${length} characters?`,
      zh: `服务商是否接受 ${length} 个字符的业务标识？`,
    },
    meaning,
    ask: {
      costs: 1,
      seconds: 10,
      async run(asking) {
        const reference = asking.draft.reference.padEnd(length, '0');
        const { outcome } = await asking.send({ reference });
        return [`${length} characters: ${describe(outcome)}`];
      },
    },
  };
}

/** The code for a number that got too many messages, for vendors whose list does not name it. */
export function limitCode(messages: number, meaning: Words): MessageQuestion {
  return {
    id: 'limit-code',
    question: {
      en: 'With which code does the vendor refuse a number that got too many messages?',
      zh: '号码发送过于频繁时，服务商返回哪个错误码？',
    },
    meaning,
    ask: {
      costs: messages,
      seconds: 60,
      async run(asking) {
        const findings: string[] = [];
        for (let sent = 1; sent <= messages; sent++) {
          const { outcome } = await asking.send();
          findings.push(`message ${sent}: ${describe(outcome)}`);
          if (outcome.kind !== 'done') break;
        }
        return findings;
      },
    },
  };
}

/** Whether a stranger can pass a check that was started for somebody else. */
export function stranger(meaning: Words): FaceQuestion {
  return {
    id: 'stranger',
    question: {
      en: 'What is the result if another person does the check than the one it was started for?',
      zh: '由他人代替本人完成核验时，结果是什么？',
    },
    meaning,
    ask: {
      costs: 1,
      seconds: 600,
      async run(asking) {
        const instruction = 'Let ANOTHER person than the one you named do this check:';
        const { state, vendorCode, detail } = await asking.check(instruction, 600);
        return [[state, vendorCode, detail].filter(Boolean).join(' ')];
      },
    },
  };
}

/** Whether the result has what a pass must prove, as far as no document says so for certain. */
export function ownCheck(meaning: Words): FaceQuestion {
  return {
    id: 'own-check',
    question: {
      en: 'What is the result if the person does the check that was started for them?',
      zh: '本人完成核验时，结果是什么？',
    },
    meaning,
    ask: {
      costs: 1,
      seconds: 600,
      async run(asking) {
        const { state, vendorCode, detail } = await asking.check('Do this check yourself:', 600);
        return [[state, vendorCode, detail].filter(Boolean).join(' ')];
      },
    },
  };
}

/** The outcome of a send in one line. */
export function describe(outcome: Awaited<ReturnType<MessageAsking['send']>>['outcome']): string {
  if (outcome.kind === 'done') return 'done';
  return [outcome.kind, outcome.vendorCode, outcome.detail].filter(Boolean).join(' ');
}
