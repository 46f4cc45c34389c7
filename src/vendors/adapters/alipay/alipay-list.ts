import { CsvError, parse } from 'csv-parse/sync';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type { ListedPayment, PaymentList } from '../../providers/payment.ts';
import { textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';
import { readChinaTime } from '../china-time.ts';
import { readZip } from '../read-zip.ts';
import type { AlipayConfig } from './alipay-config.ts';
import { type AlipayReply, type CallAlipay, requireDone } from './call-alipay.ts';

/** Around the rows of the file of details; the file of sums has neither. */
const begin = /^#-+业务明细列表-+\s*$/m;
const end = /^#-+业务明细列表结束-+\s*$/m;

/** A day without payments has no bill, or an empty one; `BILL_NOT_EXIST` is said of a bill that is late. */
const withoutBill = ['NO_BILL_DATA', 'BILL_DATE_BEFORE_REGISTRATION'];
const emptyBill = 'EMPTY_DATA_WITH_BILL_FILE';

/**
 * The business bill of a day, which Alipay makes by 9 o'clock of the next day, sometimes later: a ZIP archive of CSV files in
 * GBK, at an address that Alipay signs and that works for 30 seconds.
 */
export function createList(
  call: CallAlipay,
  { http }: Pick<Tools, 'http'>,
  { endpoint }: Pick<AlipayConfig, 'endpoint'>,
): PaymentList {
  return {
    timeZone: 'Asia/Shanghai',
    readyHours: 10,
    async day(day, { signal }) {
      const content = { bill_type: 'trade', bill_date: day, secure: 'true' };
      const method = 'alipay.data.dataservice.bill.downloadurl.query';
      const reply = await call(method, content, signal);
      if (isWithoutBill(reply)) return [];
      const said = requireDone(reply);
      if (textOf(said, 'bill_file_code') === emptyBill) return [];
      const url = addressOf(textOf(said, 'bill_download_url'), endpoint);
      const answer = await http.request({ method: 'GET', url, answerEncoding: 'latin1', signal });
      if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status} to a bill`);
      return readBill(readZip(Buffer.from(answer.text, 'latin1')));
    },
  };
}

/** Alipay writes these codes also in small letters, behind the name of a group. */
function isWithoutBill({ isSigned, code }: AlipayReply): boolean {
  return isSigned && withoutBill.includes(code.split('.').at(-1)?.toUpperCase() ?? '');
}

/** Bills are fetched from Alipay alone, and by TLS, as was asked; a rehearsal has them at its own address. */
function addressOf(given: string, endpoint: string): string {
  const url = URL.parse(given);
  if (url && url.host === new URL(endpoint).host) return url.href;
  if (url?.protocol !== 'https:' || !/(^|\.)alipay(dev)?\.com$/.test(url.host)) {
    throw new UnexpectedResponse('a bill at another address');
  }
  return url.href;
}

/** Of all files of a bill those with details; one of them at least must be there. */
export function readBill(files: readonly Buffer[]): ListedPayment[] {
  const details = files.map(decode).filter((text) => begin.test(text));
  if (details.length === 0) throw new UnexpectedResponse('a bill without details');
  return details.flatMap(readDetails);
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(file);
  } catch {
    throw new UnexpectedResponse('a bill in another encoding');
  }
}

/** Columns are found by their names. Tabs around a cell keep spreadsheets from changing it. */
function readDetails(text: string): ListedPayment[] {
  const [, inner = ''] = text.split(begin);
  if (!end.test(inner)) throw new UnexpectedResponse('a bill that is cut');
  const [rows = ''] = inner.split(end);
  const [header = [], ...lines] = readRows(rows);
  const payments: ListedPayment[] = [];
  for (const cells of lines) {
    const at = (name: string) => cells[header.indexOf(name)] ?? fault(`a bill without ${name}`);
    if (cells.length > header.length) fault('a row with more cells than columns');
    const kind = at('业务类型');
    if (kind === '退款') continue;
    if (kind !== '交易') fault(`a row of the kind ${kind}`);
    payments.push({
      orderNo: at('商户订单号'),
      paymentRef: at('支付宝交易号') || fault('a payment without a number'),
      amount: readYuan(at('订单金额（元）')),
      currency: 'CNY',
      paidAt: readChinaTime(at('完成时间')) ?? fault('a payment without a time'),
    });
  }
  return payments;
}

function readRows(text: string): string[][] {
  try {
    const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    const rows: string[][] = parse(text, options);
    return rows.map((cells) => cells.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) return fault(`a bill that is no CSV: ${error.code}`);
    throw error;
  }
}

function readYuan(text: string): Money {
  return parseMoney(text) ?? fault(`not an amount: ${text}`);
}

function fault(detail: string): never {
  throw new UnexpectedResponse(detail);
}
