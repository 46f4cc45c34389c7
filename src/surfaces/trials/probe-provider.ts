import { setTimeout as sleep } from 'node:timers/promises';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import { findTrialReceipts } from '../../products/messages/receipt-queries.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { confirmPerson } from '../../vendors/providers/confirm-person.ts';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import { openFace, openMessages } from '../../vendors/providers/open-provider.ts';
import type { SessionStarted } from '../../vendors/providers/provider.ts';
import type { FaceAsking, MessageAsking, Question } from '../../vendors/providers/question.ts';
import type { FaceVendor, MessageVendor } from '../../vendors/providers/vendor.ts';
import { type OpenedTrial, openTrial } from './open-trial.ts';
import { saidBy } from './said-by.ts';
import type { TestPorts } from './test-provider.ts';
import {
  messageOf,
  personalOf,
  personalOfPerson,
  queryOf,
  sessionOf,
  type Trial,
} from './trial-content.ts';
import { waitForSession } from './watch-session.ts';

/** One question as a report shows it. */
export interface Answered {
  id: string;
  question: Bilingual;
  meaning: Bilingual;
  /** What the vendor answered; null if only the operator can tell. */
  findings: readonly string[] | null;
  /** The requests that were made, without bodies: those may hold messages of other people. */
  requests: readonly string[];
}

interface Probing {
  /** Called with the link of a session, and what the person shall do. */
  onSession(instruction: string, started: SessionStarted & { kind: 'started' }): void;
  onQuestion(id: string): void;
  wait?(ms: number): Promise<unknown>;
}

type AnyQuestion = Question<MessageAsking> | Question<FaceAsking>;

/** The questions of a vendor: all, or those with these ids. */
export function questionsOf(vendor: Vendor, ids?: readonly string[]): readonly AnyQuestion[] {
  const all: readonly AnyQuestion[] = vendor.questions ?? [];
  return ids ? all.filter(({ id }) => ids.includes(id)) : all;
}

/**
 * Asks a vendor what its documents do not say: real messages and checks, at the operator's cost. The answers
 * hold no secret, no setting and no personal data.
 */
export async function probeProvider(
  ports: TestPorts,
  provider: DraftProvider,
  trial: Trial,
  questions: readonly AnyQuestion[],
  probing: Probing,
): Promise<Answered[]> {
  const { vendor } = provider;
  if (vendor.kind === 'payment' || questions.every(({ ask }) => !ask))
    return questions.map(unasked);
  const opened = openTrial(ports.publicUrl, provider);
  try {
    const { asking, personal, close } =
      vendor.kind === 'face'
        ? askFace(ports, vendor, provider, opened, trial, probing)
        : await askMessages(ports, vendor, provider, opened, trial, probing);
    try {
      const answers: Answered[] = [];
      for (const question of questions) {
        answers.push(await answer(question, asking as never, opened, probing));
      }
      const mask = maskOf(opened, provider, personal);
      return answers.map((each) => maskAnswer(each, mask));
    } finally {
      await close();
    }
  } finally {
    await opened.close();
  }
}

/** A question that only the operator can answer. */
function unasked({ id, question, meaning }: AnyQuestion): Answered {
  return { id, question, meaning, findings: null, requests: [] };
}

async function answer(
  asked: AnyQuestion,
  asking: never,
  { exchanges }: OpenedTrial,
  { onQuestion }: Probing,
): Promise<Answered> {
  const { id, question, meaning, ask } = asked;
  if (!ask) return unasked(asked);
  onQuestion(id);
  const before = exchanges.length;
  let findings: readonly string[];
  try {
    findings = await ask.run(asking);
  } catch (error) {
    findings = [`failed: ${saidBy(error)}`];
  }
  const requests = exchanges.slice(before).map(({ method, url, answer: said, fault, ms }) => {
    const path = URL.parse(url)?.pathname ?? '';
    return `${method} ${path}: ${said?.status ?? fault} after ${Math.round(ms)} ms`;
  });
  return { id, question, meaning, findings, requests };
}

async function askMessages(
  ports: TestPorts,
  vendor: MessageVendor,
  draft: DraftProvider,
  { tools }: OpenedTrial,
  trial: Trial,
  { wait = sleep }: Probing,
): Promise<{ asking: MessageAsking; personal: string[]; close(): Promise<void> }> {
  const { pool, providerTimeoutMs } = ports;
  const message = await messageOf(ports, draft, trial);
  const provider = openMessages(vendor, { ...draft, tools });
  const signal = () => AbortSignal.timeout(providerTimeoutMs);
  const asking: MessageAsking = {
    ...{ draft: message, settings: draft.config as Record<string, unknown>, signal },
    http: tools.http,
    now: () => tools.clock.now(),
    wait: async (ms) => void (await wait(ms)),
    async send(change = {}) {
      const { callId, reference } = await messageOf(ports, draft, trial);
      const send = { ...message, callId, reference, ...change };
      const heldAt = tools.clock.now();
      const outcome = await provider.send(send, { signal: signal() });
      return { outcome, query: queryOf(send, heldAt, outcome.kind === 'done' ? outcome : {}) };
    },
    queryStatus: async (query) => provider.queryStatus?.(query, { signal: signal() }),
    receiptsOf({ reference, providerRef, partRefs }) {
      const refs = [reference, ...(providerRef ? [providerRef] : []), ...partRefs];
      return findTrialReceipts(pool, draft.code, refs);
    },
  };
  const personal = personalOf(trial.mobile ?? '', message);
  return { asking, personal, close: async () => provider.close?.() };
}

function askFace(
  { publicUrl, providerTimeoutMs: timeoutMs }: TestPorts,
  vendor: FaceVendor,
  draft: DraftProvider,
  { tools }: OpenedTrial,
  trial: Trial,
  { onSession }: Probing,
): { asking: FaceAsking; personal: string[]; close(): Promise<void> } {
  // A missing name or number is told before anything costs money.
  const { person } = sessionOf(publicUrl, vendor, trial);
  const provider = openFace(vendor, { ...draft, tools });
  const asking: FaceAsking = {
    async check(instruction, seconds) {
      const start = sessionOf(publicUrl, vendor, trial);
      const signal = AbortSignal.timeout(timeoutMs);
      const started = await provider.startSession(start, { signal });
      if (started.kind !== 'started') throw new Error(`${started.vendorCode} ${started.detail}`);
      onSession(instruction, started);
      const waiting = { waitMs: seconds * 1_000, timeoutMs };
      const result = await waitForSession(provider, started.sessionRef, waiting);
      return confirmPerson(result, person);
    },
  };
  const personal = personalOfPerson(person);
  return { asking, personal, close: async () => provider.close?.() };
}

/** Long enough to name an account. */
const shortestName = 6;

/** A report leaves the operator's hands, so it names no account, and no run of digits that may be a number. */
function maskOf(opened: OpenedTrial, { config }: DraftProvider, personal: readonly string[]) {
  const settings = Object.values(config as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string' && value.length >= shortestName,
  );
  const mask = opened.masking([...personal, ...settings]);
  return (text: string) => mask(text).replaceAll(/\+?\d{7,}/g, '***');
}

function maskAnswer(answered: Answered, mask: (text: string) => string): Answered {
  const { findings, requests } = answered;
  return { ...answered, findings: findings?.map(mask) ?? null, requests: requests.map(mask) };
}
