import type { Desk, Taken } from './simulator.ts';

/** What became of an order of Alipay, in its own words and sums. */

/** Orders that a payer opened: before that, Alipay does not know them. */
const opened = new WeakSet<Taken>();

/** Plays a payer who scans the code of an order. */
export function scan(taken: Taken): void {
  opened.add(taken);
}

/** A payment that was decided was opened by somebody. */
export function isKnown(order: Taken): boolean {
  return order.said.method === 'page' || opened.has(order) || order.state !== 'open';
}

export const namesOf = ({ id, reference }: Taken) => ({ trade_no: id, out_trade_no: reference });
export const fenOf = (yuan: unknown) => Math.round(Number(yuan) * 100);
export const yuanOf = (fen: number) => (fen / 100).toFixed(2);

/** In fen, as it was really paid. */
export function paidOf({ state, said }: Taken): number {
  return state === 'mispaid' ? fenOf(said.total_amount) - 1 : fenOf(said.total_amount);
}

export function refundsOf(order: Taken, desk: Desk): readonly Taken[] {
  return desk.taken.filter((each) => each.kind === 'refund' && each.said.payment === order.id);
}

export function paidBackOf(order: Taken, desk: Desk): number {
  if (order.state === 'refunded') return paidOf(order);
  return refundsOf(order, desk).reduce((sum, { said }) => sum + fenOf(said.refund_amount), 0);
}

export function statusOf(order: Taken, desk: Desk): string {
  const { state, said } = order;
  const isOver = timeOf(said.time_expire) < desk.now().getTime();
  if (state === 'open' || state === 'failed') return isOver ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY';
  if (state === 'closed' || state === 'expired') return 'TRADE_CLOSED';
  return paidBackOf(order, desk) >= paidOf(order) ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
}

/** A time in China, or never. */
export function timeOf(text: unknown): number {
  return text ? Date.parse(`${String(text).replace(' ', 'T')}+08:00`) : Number.POSITIVE_INFINITY;
}

export function chinaTime(at: Date): string {
  const local = new Date(at.getTime() + 8 * 3_600_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}
