import { sampleLabels } from '../../../src/surfaces/docs/doc-sample-labels.ts';
import { type Block, parseMarkdown } from '../../../src/surfaces/docs/parse-markdown.ts';

type Code = Extract<Block, { kind: 'code' }>;

/** A request of a guide in all its languages, and the reply that the guide shows after it. */
export interface GuideSample {
  /** The last part of the requested path. */
  operation: string;
  /** The sample of each language, by the name after the fence. */
  texts: ReadonlyMap<string, string>;
  /** The JSON between this request and the next. */
  shown: string | undefined;
}

/** The requests of a guide in reading order. */
export function samplesOf(markdown: string): GuideSample[] {
  const code = parseMarkdown(markdown).filter((block): block is Code => block.kind === 'code');
  const samples: (GuideSample & { texts: Map<string, string> })[] = [];
  for (const { language, text } of code) {
    if (language === 'sh' && text.startsWith('curl ')) {
      const operation = /\/api\/v1\/(\w+)/.exec(text)?.[1] ?? '';
      samples.push({ operation, texts: new Map([['sh', text]]), shown: undefined });
    } else if (language in sampleLabels && text.includes('/api/v1/')) {
      // A standalone program comes after the tabs of the previous request.
      const { texts } = samples.at(-1) ?? {};
      if (!texts?.has(language)) texts?.set(language, text);
    } else if (language === 'json' && samples.length > 0) {
      const last = samples.at(-1) as GuideSample;
      last.shown ??= text;
    }
  }
  return samples;
}

/** Values that differ between calls: their form is compared, and not the value. */
const passing = new Set([
  ...['requestId', 'authToken', 'authUrl', 'taskId', 'endpointId', 'secret', 'available', 'held'],
  ...['acceptedAt', 'sentAt', 'finishedAt', 'oldSecretUntil', 'verificationId', 'expiresAt'],
  ...['paymentId', 'payUrl', 'begunAt'],
  'resendAfter',
]);

/** The same without values that change over time. */
export function lasting(value: unknown, alsoPassing: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => lasting(item, alsoPassing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      passing.has(name) || alsoPassing.includes(name) ? typeof item : lasting(item, alsoPassing),
    ]),
  );
}
