import { createHash } from 'node:crypto';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import type { ListedPayment, PaymentList } from '../../providers/payment.ts';
import { textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import { readChinaTime } from '../china-time.ts';
import { type CallWechatPay, requireDone } from './call-wechat-pay.ts';

type Download = (path: string, signal: AbortSignal) => Promise<HttpAnswer>;

const filePath = '/v3/billdownload/file';
const summaryName = '总交易单数';

/**
 * The trade bill of a day, which WeChat Pay makes after 10 o'clock of the next day. The file itself is not signed: its
 * address and its hash are, and it is fetched from nowhere but the address of the settings.
 */
export function createList(call: CallWechatPay, download: Download): PaymentList {
  return {
    timeZone: 'Asia/Shanghai',
    readyHours: 11,
    async day(day, { signal }) {
      const reply = await call(`/v3/bill/tradebill?bill_date=${day}&bill_type=SUCCESS`, signal);
      if (reply.code === 'NO_STATEMENT_EXIST') return [];
      const said = requireDone(reply);
      const url = new URL(textOf(said, 'download_url'));
      if (url.pathname !== filePath) throw new UnexpectedResponse('a bill at another address');
      const answer = await download(`${url.pathname}${url.search}`, signal);
      if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status} to a bill`);
      requireHash(answer.text, said);
      return readBill(answer.text);
    },
  };
}

/** A byte order mark is not part of the text that was read. */
function requireHash(text: string, said: unknown): void {
  const hashes = [text, `\uFEFF${text}`].map((each) =>
    createHash('sha1').update(each).digest('hex'),
  );
  const isSame = hashes.includes(textOf(said, 'hash_value').toLowerCase());
  if (textOf(said, 'hash_type') !== 'SHA1' || !isSame) {
    throw new UnexpectedResponse('a bill with another hash');
  }
}

/** Each cell begins with a backtick; commas in texts are escaped by WeChat Pay. Columns are found by their names. */
export function readBill(text: string): ListedPayment[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.replace(/^`/, '')));
  const [header = []] = rows;
  const end = rows.findIndex(([first]) => first === summaryName);
  if (end < 0) throw new UnexpectedResponse('a bill without its sums');
  const payments = rows.slice(1, end);
  if (Number(rows[end + 1]?.[0]) !== payments.length) {
    throw new UnexpectedResponse('a bill that is cut');
  }
  const at = (cells: readonly string[], name: string): string => {
    const index = header.indexOf(name);
    return (index < 0 ? undefined : cells[index]) ?? '';
  };
  return payments
    .filter((cells) => at(cells, '交易状态') === 'SUCCESS')
    .map((cells) => ({
      orderNo: at(cells, '商户订单号'),
      paymentRef: at(cells, '微信订单号') || fault('a payment without a number'),
      amount: readYuan(at(cells, '订单金额') || at(cells, '总金额')),
      currency: at(cells, '货币种类') || fault('a payment without a currency'),
      paidAt: readChinaTime(at(cells, '交易时间')) ?? fault('a payment without a time'),
    }));
}

function readYuan(text: string): Money {
  return parseMoney(text) ?? fault(`not an amount: ${text}`);
}

function fault(detail: string): never {
  throw new UnexpectedResponse(detail);
}
