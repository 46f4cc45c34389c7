import Type from 'typebox';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import {
  closeAccount,
  readOpenWork,
  recordPayOut,
  reopenAccount,
  requireClosure,
} from '../../../line/closures/close-account.ts';
import { createPayOutNote, noteJson } from '../../../money/statements/pay-out-note.ts';
import { payOutPdf } from '../../../money/statements/pay-out-pdf.ts';
import { platformOf } from '../../../money/statements/platform-of.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { CloseAccount, ClosureFacts, PaidOutAccount } from './accounts-contract.ts';

type Asker = Pick<ConsoleContext, 'pool' | 'config' | 'language'>;

function noteOf({ pool, config, language }: Asker, accountId: number) {
  const request = { language, now: new Date() };
  return createPayOutNote(pool, accountId, request, platformOf(config));
}

async function factsOf(asker: Asker, accountId: number): Promise<ClosureFacts> {
  const { calls, checks } = await readOpenWork(asker.pool, accountId);
  const { payOut, owed, number, reason } = noteJson(await noteOf(asker, accountId));
  const { closedAt, erasedAt } = await requireClosure(asker.pool, accountId);
  return {
    closedAt: closedAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    ...{ openCalls: calls.length, openChecks: checks, payOut, owed, reason },
    payOutNumber: number,
  };
}

/** The end of an account. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/accounts/closure',
    right: 'accounts.read',
    summary: 'Where the closure of an account stands',
    reply: ClosureFacts,
    handle: (context) => factsOf(context, requireOneAccount(context.scope)),
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/close',
    right: 'accounts.change',
    summary: 'Close an account, now or when its open calls have ended',
    body: CloseAccount,
    reply: ClosureFacts,
    async handle(context, { body: { name, reason = '', whenSettled = false } }) {
      const accountId = requireOneAccount(context.scope);
      const account = await requireAccount(context.pool, accountId);
      if (name.trim() !== account.name.trim()) refuse('account_name_differs');
      await context.change('account.close', (by) =>
        closeAccount(by, { accountId, reason, whenSettled }),
      );
      return factsOf(context, accountId);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/reopen',
    right: 'accounts.change',
    summary: 'Reopen a closed account whose data are not erased yet',
    body: Type.Object({}),
    reply: Type.Object({}),
    async handle(context) {
      const accountId = requireOneAccount(context.scope);
      await context.change('account.reopen', (by) => reopenAccount(by, accountId));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/pay-out',
    right: 'wallet.change',
    summary: 'Record that the balance of a closed account was paid out',
    body: PaidOutAccount,
    reply: ClosureFacts,
    async handle(context, { body: { reference, amount } }) {
      const accountId = requireOneAccount(context.scope);
      const paid = { accountId, reference, amount: readAmount('amount', amount) };
      await context.change('account.pay-out', (by) => recordPayOut(by, paid));
      return factsOf(context, accountId);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/accounts/pay-out-note',
    right: 'accounts.read',
    summary: 'The pay-out note of a closed account, as PDF',
    reply: 'application/pdf',
    async handle(context) {
      const accountId = requireOneAccount(context.scope);
      await requireClosure(context.pool, accountId);
      const note = await noteOf(context, accountId);
      const body = await payOutPdf(note);
      return { type: 'application/pdf', fileName: `${note.number}.pdf`, body };
    },
  }),
];
