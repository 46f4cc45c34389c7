import type { Pool } from 'pg';
import { walkPages } from '../../foundation/db/walk-pages.ts';
import type { SandboxOrder, SandboxOrders } from './sandbox-payments.ts';

/** Payers' banks take money back for half a year, so the platform asks about what was paid for so long. */
const paidDays = 190;

/** Deletes orders that ended long ago, as a vendor does; paid ones after all questions about them. */
export function prunePayments(pool: Pool, days: number, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'sandbox_payments', signal, (from, to) =>
    pool.query(
      `delete from sandbox_payments
       where ctid >= $1::tid and ctid < $2::tid
         and expires_at < now() - make_interval(days => case when state = 'paid' then $4::integer else $3::integer end)`,
      [from, to, days, paidDays],
    ),
  );
}

/** The sandbox's orders, in the database. */
export function createSandboxOrders(pool: Pool): SandboxOrders {
  return {
    async create({ orderNo, amount, currency, title, returnUrl, expiresAt }) {
      await pool.query(
        `insert into sandbox_payments (order_no, amount, currency, title, return_url, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (order_no) do nothing`,
        [orderNo, amount, currency, title, returnUrl, expiresAt],
      );
    },
    async find(orderNo) {
      const { rows } = await pool.query<SandboxOrder>(
        `select order_no as "orderNo", amount, currency, title, return_url as "returnUrl", state,
           expires_at as "expiresAt", expires_at <= now() as "isExpired", paid_at as "paidAt",
           refunded, disputed, refund_nos as "refundNos"
         from sandbox_payments
         where order_no = $1`,
        [orderNo],
      );
      return rows[0];
    },
    async end(orderNo, state) {
      await pool.query(
        `update sandbox_payments
         set state = $2, paid_at = case when $2 = 'paid' then now() end
         where order_no = $1 and state = 'open' and (expires_at > now() or $2 <> 'paid')`,
        [orderNo, state],
      );
    },
    async refund(orderNo, refundNo, amount) {
      await pool.query(
        `update sandbox_payments
         set refunded = refunded + $3, refund_nos = refund_nos || $2
         where order_no = $1 and state = 'paid' and $2 <> all (refund_nos)
           and refunded + disputed + $3 <= amount`,
        [orderNo, refundNo, amount],
      );
      const { rows } = await pool.query(
        'select from sandbox_payments where order_no = $1 and $2 = any (refund_nos)',
        [orderNo, refundNo],
      );
      return rows.length > 0;
    },
  };
}
