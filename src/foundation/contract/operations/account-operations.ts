import { calledProducts } from '../products.ts';
import {
  BalanceRequest,
  BalanceResponse,
  findPeriodFaults,
  UsageRequest,
  UsageResponse,
} from '../wire/account.ts';
import { free, type OperationRow } from './operation-row.ts';

export const accountOperations = {
  balance: {
    path: 'balance',
    product: null,
    scopes: calledProducts,
    priceSources: free,
    isQuestion: true,
    request: BalanceRequest,
    response: BalanceResponse,
    message: { en: 'Account balance.', zh: '账户余额。' },
    tag: 'Account',
    summary: 'Show the balance',
    description: "Returns the balance of the account's wallet in the mode of the key.",
    example: {
      request: {},
      data: {
        available: '99998.9500',
        held: '0.0000',
        currency: 'CNY',
        mode: 'test',
      },
    },
  },
  usage: {
    path: 'usage',
    product: null,
    scopes: calledProducts,
    priceSources: free,
    isQuestion: true,
    isNarrowedByScope: true,
    request: UsageRequest,
    response: UsageResponse,
    findFaults: findPeriodFaults,
    message: { en: 'Account usage.', zh: '账户用量。' },
    tag: 'Account',
    summary: 'Show usage per day',
    description: 'Returns the number of calls and their cost per day and product.',
    example: {
      request: { from: '2025-11-01', to: '2025-11-15' },
      data: {
        from: '2025-11-01',
        to: '2025-11-15',
        timeZone: 'Asia/Shanghai',
        currency: 'CNY',
        mode: 'test',
        days: [
          { day: '2025-11-15', productCode: 'sms_code', calls: 1, charged: '0.0500', refused: 1 },
        ],
        total: { calls: 1, charged: '0.0500', refused: 1 },
      },
    },
  },
} as const satisfies Record<string, OperationRow>;
