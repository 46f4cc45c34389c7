import { noteChange } from '../../../foundation/audit/change-queries.ts';
import { formatMoney } from '../../../foundation/money.ts';
import {
  adjust,
  refund,
  setCreditLimit,
  setLowBalance,
  topUp,
} from '../../../money/ledger/queries.ts';
import { askForTopUp } from '../../../money/ledger/top-up-request-queries.ts';
import { statementCsv } from '../../../money/statements/statement-csv.ts';
import { statementJson } from '../../../money/statements/statement-json.ts';
import { statementPdf } from '../../../money/statements/statement-pdf.ts';
import { setMails } from '../../../people/accounts/queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  createStatement,
  readWallet,
  readWalletState,
  readWallets,
  showMovements,
} from './show-wallet.ts';
import {
  Adjustment,
  AskedTopUp,
  Credit,
  InMode,
  Mails,
  Moved,
  MovementsPage,
  MovementsQuery,
  Refund,
  Statement,
  StatementQuery,
  Threshold,
  ThresholdSet,
  TopUp,
  Wallet,
  WalletsPage,
  WalletsQuery,
  WalletsWatched,
} from './wallet-contract.ts';

const pageSize = 50;
/** How often to look for changes. */
const pollMs = 2_000;

const readRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/wallet/list',
    right: 'wallet.read',
    summary: 'List the wallets of all accounts, or only low ones',
    query: WalletsQuery,
    reply: WalletsPage,
    handle(context, { query: { mode, low: isLow, after = 0, limit = pageSize } }) {
      return readWallets(context, { mode, isLow, after, limit });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/changes',
    right: 'wallet.read',
    summary: 'Server-sent events when a page of wallets, or a wallet or its movements change',
    query: WalletsWatched,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      const { mode, low: isLow, after = 0 } = query;
      return watchChanges(context, signal, {
        key: readKey('wallet', [context.scope, query]),
        everyMs: pollMs,
        readState: () => readWalletState(context, { mode, isLow, after, limit: pageSize }),
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/show',
    right: 'wallet.read',
    summary: 'Show a wallet, with its balances of thirty days',
    query: InMode,
    reply: Wallet,
    handle: (context, { query: { mode } }) => readWallet(context, mode),
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/movements',
    right: 'wallet.read',
    summary: 'List movements; calls are totalled by day and product',
    query: MovementsQuery,
    reply: MovementsPage,
    handle: (context, { query }) => showMovements(context, query),
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/statement',
    right: 'wallet.read',
    summary: 'Show a monthly statement',
    query: StatementQuery,
    reply: Statement,
    handle: async (context, { query }) => statementJson(await createStatement(context, query)),
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/statement/csv',
    right: 'wallet.read',
    summary: 'Export a statement as CSV',
    query: StatementQuery,
    reply: 'text/csv',
    async handle(context, { query }) {
      const paper = await createStatement(context, query);
      return {
        type: 'text/csv; charset=utf-8',
        fileName: `${paper.statement.number}.csv`,
        body: Buffer.from(statementCsv(paper)),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/wallet/statement/pdf',
    right: 'wallet.read',
    summary: "Export a statement as PDF, in the account's language or another one",
    query: StatementQuery,
    reply: 'application/pdf',
    async handle(context, { query }) {
      const paper = await createStatement(context, query);
      return {
        type: 'application/pdf',
        fileName: `${paper.statement.number}.pdf`,
        body: await statementPdf(paper),
      };
    },
  }),
];

const changeRoutes = [
  consoleRoute({
    method: 'POST',
    path: '/wallet/top-up',
    right: 'wallet.change',
    summary: 'Add money; a repeated reference counts once',
    body: TopUp,
    reply: Moved,
    async handle({ scope, change }, { body }) {
      const asked = {
        ...body,
        accountId: requireOneAccount(scope),
        amount: readAmount('amount', body.amount),
      };
      return showBalance(await change('wallet.top-up', (by) => topUp(by, asked)));
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/adjust',
    right: 'wallet.change',
    summary: 'Adjust a balance',
    body: Adjustment,
    reply: Moved,
    async handle({ scope, change }, { body }) {
      const asked = {
        ...body,
        accountId: requireOneAccount(scope),
        amount: readAmount('amount', body.amount),
      };
      return showBalance(await change('wallet.adjust', (by) => adjust(by, asked)));
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/refund',
    right: 'calls.refund',
    summary: 'Refund a call',
    body: Refund,
    reply: Moved,
    async handle({ scope, change }, { body: { requestId, reference, reason } }) {
      const accountId = requireOneAccount(scope);
      const words = `${reference} · ${reason}`;
      return showBalance(
        await change('wallet.refund', (by) =>
          refund(by, { accountId, callId: requestId.toLowerCase(), reason: words }),
        ),
      );
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/credit',
    right: 'wallet.change',
    summary: 'Set the credit limit',
    body: Credit,
    reply: Moved,
    async handle({ scope, change }, { body: { mode, amount, reference, reason } }) {
      const accountId = requireOneAccount(scope);
      const limit = readAmount('amount', amount);
      const action = 'wallet.credit';
      return showBalance(
        await change(action, async (by) => {
          // The wallet's own entry records the limit; this one records the reference and the reason for it.
          const key = { account_id: accountId, mode };
          const after = { reference, reason };
          await noteChange(by, { accountId, action, subject: 'wallets', key, before: null, after });
          return setCreditLimit(by, { accountId, mode, limit });
        }),
      );
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/ask',
    right: 'wallet.ask',
    summary: 'Ask the operator for a top-up of the live wallet; once a day',
    reply: AskedTopUp,
    async handle({ scope, change }) {
      const accountId = requireOneAccount(scope);
      const askedAt = await change('wallet.ask', (by) => askForTopUp(by, accountId));
      return { askedAt: askedAt.toISOString() };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/threshold',
    right: 'wallet.threshold',
    summary: 'Set the low-balance threshold',
    body: Threshold,
    reply: ThresholdSet,
    async handle({ scope, change }, { body: { mode, amount: typed } }) {
      const accountId = requireOneAccount(scope);
      const amount = typed === null ? null : readAmount('amount', typed);
      await change('wallet.threshold', (by) => setLowBalance(by, { accountId, mode, amount }));
      return { lowBalance: nullableMoney(amount) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/wallet/mails',
    right: 'wallet.threshold',
    summary: 'Choose which mail owners and finance members get',
    body: Mails,
    reply: Mails,
    async handle({ scope, change }, { body }) {
      const accountId = requireOneAccount(scope);
      const account = await change('wallet.mails', (by) => setMails(by, accountId, body));
      return { balance: account.mailsBalance, statements: account.mailsStatements };
    },
  }),
];

/** Wallets, their movements and their monthly statements. */
export const routes = [...readRoutes, ...changeRoutes];

function showBalance(moved: { available: bigint; held: bigint; isRepeat?: boolean }) {
  return {
    available: formatMoney(moved.available),
    held: formatMoney(moved.held),
    ...(moved.isRepeat === undefined ? {} : { isRepeat: moved.isRepeat }),
  };
}
