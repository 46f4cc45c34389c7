import type { CrashPoint } from '../kit/ledger-table.ts';

/**
 * What the ledger should do, as simply as possible: one wallet, no database, no batches. The
 * property test plays the same events against this and against the real ledger.
 */
export interface LedgerModel {
  available: bigint;
  held: bigint;
  credit: bigint;
  references: Map<string, bigint>;
  calls: ModelCall[];
}

interface ModelCall {
  amount: bigint;
  state: 'held' | 'done' | 'rejected' | 'unavailable' | 'unknown' | 'refused';
  isRefunded: boolean;
}

export type CallEnd = 'done' | 'rejected' | 'unavailable' | 'unknown';

export type LedgerStep =
  | { kind: 'top up'; amount: bigint; reference: string }
  | { kind: 'adjust'; amount: bigint; reference: string }
  | { kind: 'credit'; limit: bigint }
  /** Simultaneous calls, in this order. */
  | { kind: 'hold'; amounts: bigint[] }
  | { kind: 'end'; call: number; state: CallEnd }
  | { kind: 'refund'; call: number }
  /** Charges a released call after all. */
  | { kind: 'charge'; call: number }
  | { kind: 'crash in hold'; amount: bigint; point: CrashPoint }
  | { kind: 'crash in end'; call: number; state: CallEnd; point: CrashPoint };

export function createLedgerModel(): LedgerModel {
  return { available: 0n, held: 0n, credit: 0n, references: new Map(), calls: [] };
}

/** Plays one step, and returns what the ledger should answer. */
export function stepModel(model: LedgerModel, step: LedgerStep): string {
  switch (step.kind) {
    case 'top up':
      return moveByHand(model, `top up ${step.reference}`, step.amount);
    case 'adjust':
      return moveByHand(model, `adjust ${step.reference}`, step.amount);
    case 'credit':
      if (model.available < -step.limit) return 'refused';
      model.credit = step.limit;
      return 'set';
    case 'hold':
      return step.amounts.map((amount) => hold(model, amount)).join(', ');
    case 'end':
      return end(model, step.call, step.state);
    case 'refund':
      return refund(model, step.call);
    case 'charge':
      return charge(model, step.call);
    case 'crash in hold':
      if (step.point === 'after commit') hold(model, step.amount);
      else model.calls.push({ amount: step.amount, state: 'refused', isRefunded: false });
      return 'died';
    case 'crash in end':
      if (step.point === 'after commit') end(model, step.call, step.state);
      return 'died';
  }
}

/** What the search for abandoned calls does with them: nobody has the link, so nobody pays. */
export function resolveModel(model: LedgerModel): void {
  for (const [index, call] of model.calls.entries()) {
    if (call.state === 'held' || call.state === 'unknown') end(model, index, 'unavailable');
  }
}

function moveByHand(model: LedgerModel, reference: string, amount: bigint): string {
  const first = model.references.get(reference);
  if (first !== undefined) return first === amount ? 'repeat' : 'refused';
  if (amount < 0n && model.available + amount < -model.credit) return 'refused';
  model.references.set(reference, amount);
  model.available += amount;
  return 'made';
}

function hold(model: LedgerModel, amount: bigint): string {
  const isPaid = amount === 0n || amount <= model.available + model.credit;
  model.calls.push({ amount, state: isPaid ? 'held' : 'refused', isRefunded: false });
  if (!isPaid) return 'balance_too_low';
  model.available -= amount;
  model.held += amount;
  return 'held';
}

function end(model: LedgerModel, index: number, state: CallEnd): string {
  const call = model.calls[index];
  if (!call || call.state === 'refused') return 'stands: absent';
  const isOpen = call.state === 'held' || (call.state === 'unknown' && state !== 'unknown');
  if (!isOpen) return `stands: ${call.state}`;
  call.state = state;
  if (state === 'unknown') return state;
  model.held -= call.amount;
  if (state !== 'done') model.available += call.amount;
  return state;
}

function refund(model: LedgerModel, index: number): string {
  const call = model.calls[index];
  if (call?.state !== 'done' || call.amount === 0n || call.isRefunded) return 'refused';
  call.isRefunded = true;
  model.available += call.amount;
  return 'refunded';
}

function charge(model: LedgerModel, index: number): string {
  const call = model.calls[index];
  if (call?.state !== 'rejected' && call?.state !== 'unavailable') return 'not released';
  if (call.amount > 0n && call.amount > model.available + model.credit) return 'refused';
  call.state = 'done';
  model.available -= call.amount;
  return 'charged';
}
