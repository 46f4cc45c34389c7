/**
 * What a caller should get and be charged, as simply as possible: one account, its numbers, its
 * idempotency keys and a clock, and no database.
 */
export interface CallModel {
  available: bigint;
  price: bigint;
  calls: ModelCall[];
  keys: Map<string, ModelCall>;
}

export interface ModelCall {
  number: NumberName;
  code: string;
  at: number;
  price: bigint;
  state: 'done' | 'unknown' | 'released';
  /** The reply to the first call. */
  requestId?: string;
  text?: string;
}

/** What the provider does for each number; the last two without an answer. */
export const numberNames = [
  'accepts',
  'picks',
  'rejects',
  'is down',
  'sends late',
  'loses',
] as const;
export type NumberName = (typeof numberNames)[number];

export interface CallStep {
  number: NumberName;
  code: string;
  key: string | undefined;
}

export const modelLimits = { codePerMinute: 2, codePerHour: 3, codePerDay: 5 };

const second = 1_000;
const hour = 3_600 * second;

export function createCallModel(available: bigint, price: bigint): CallModel {
  return { available, price, calls: [], keys: new Map() };
}

/** What the provider does: one number accepts one code and refuses the other. */
export function outcomeOf(
  number: NumberName,
  code: string,
): 'done' | 'rejected' | 'unavailable' | 'unknown' {
  switch (number) {
    case 'accepts':
      return 'done';
    case 'picks':
      return code === '11' ? 'done' : 'rejected';
    case 'rejects':
      return 'rejected';
    case 'is down':
      return 'unavailable';
    default:
      return 'unknown';
  }
}

/** Plays one call. Returns the caller's reply, and the call that it is about. */
export function callModel(model: CallModel, step: CallStep, now: number): [string, ModelCall?] {
  const bound = step.key === undefined ? undefined : model.keys.get(step.key);
  if (bound && bound.state !== 'released') {
    if (bound.number !== step.number || bound.code !== step.code) return ['422'];
    return [bound.state === 'done' ? '201 again' : '504 again', bound];
  }
  const refused = limitOf(model, step, now);
  if (refused) return [refused];
  if (model.price > model.available) return ['403 balance_too_low'];
  const { number, code } = step;
  const outcome = outcomeOf(number, code);
  if (outcome === 'rejected') return ['400 provider_rejected'];
  if (outcome === 'unavailable') return ['502 provider_unavailable'];
  const isDone = outcome === 'done';
  const state = isDone ? 'done' : 'unknown';
  const call: ModelCall = { number, code, at: now, price: model.price, state };
  model.available -= model.price;
  model.calls.push(call);
  if (step.key !== undefined) model.keys.set(step.key, call);
  return [isDone ? '201' : '504 outcome_unknown', call];
}

function limitOf(model: CallModel, step: CallStep, now: number): string | undefined {
  const sent = model.calls.filter(
    ({ number, state }) => number === step.number && state !== 'released',
  );
  const within = (ms: number) => sent.filter(({ at }) => at > now - ms);
  if (step.key === undefined && within(30 * second).some(({ code }) => code === step.code)) {
    return '429 duplicate_code';
  }
  const isLimited =
    within(60 * second).length >= modelLimits.codePerMinute ||
    within(hour).length >= modelLimits.codePerHour ||
    within(24 * hour).length >= modelLimits.codePerDay;
  return isLimited ? '429 rate_limited_number' : undefined;
}

/** The provider is queried about every call that was unknown for two seconds. */
export function resolveCallModel(model: CallModel, now: number): void {
  for (const call of model.calls) {
    if (call.state !== 'unknown' || call.at + 2 * second > now) continue;
    call.state = call.number === 'sends late' ? 'done' : 'released';
    if (call.state === 'released') model.available += call.price;
  }
}

/** The sum of the unit prices of the distinct accepted calls. */
export function chargesOf(model: CallModel): bigint {
  return model.calls.reduce((sum, { state, price }) => (state === 'done' ? sum + price : sum), 0n);
}
