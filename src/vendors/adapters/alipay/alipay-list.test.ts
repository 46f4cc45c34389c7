import { beforeEach, describe, expect, test } from 'vitest';
import { AlipaySdk } from '../../../../test/reference-clients/alipay-sdk.ts';
import { refundOf, usePayments } from '../../../../test/vendors/payment-fixture.ts';
import type { HttpAnswer, HttpRequest } from '../../../foundation/outbound/http-client.ts';
import type { OpenPayments } from '../../providers/payment.ts';
import { alipaySimulator, signedAnswer } from '../../simulators/alipay.ts';
import { toGbk, zip } from '../../simulators/alipay-bill.ts';
import { merchantKey } from '../../simulators/china-pay-keys.ts';
import { alipay } from './alipay.ts';
import { readBill } from './alipay-list.ts';

const { fixture, soon, open, ...use } = usePayments({
  ...{ vendor: alipay, simulator: alipaySimulator, changes: { method: 'qr' } },
});
let payments: OpenPayments;
/** What somebody on the way does to the file of a bill, and which requests were made. */
let onTheWay: (answer: HttpAnswer) => HttpAnswer;
const asked: HttpRequest[] = [];

beforeEach(() => {
  onTheWay = (answer) => answer;
  asked.length = 0;
  payments = open({}, async (request, pass) => {
    asked.push(request);
    const answer = await pass();
    return request.url.includes('/downloadBillFile') ? onTheWay(answer) : answer;
  });
});

const list = (day: string) => payments.list?.day(day, soon());

/** An order that was paid at a time. */
async function paid(at: Date, title = 'Top-up'): Promise<string> {
  const { order, taken } = await use.paid({ title });
  taken.decidedAt = at;
  return order.orderNo;
}

describe('the bill of Alipay', () => {
  test('has every payment of a day in China, and neither refunds nor other days', async () => {
    const [first, last] = [
      await paid(new Date('2026-10-03T16:00:00Z'), '充值，甲“一”, B'),
      await paid(new Date('2026-10-04T15:59:59Z')),
    ];
    await paid(new Date('2026-10-04T16:00:00Z'));
    const paymentRef = use.takenOf(first).id;
    const order = { orderNo: first, vendorRef: null, amount: 888_000n, currency: 'CNY' };
    await payments.refund(refundOf(order, paymentRef, 8_800n), soon());
    const refund = fixture.running.taken.at(-1);
    if (refund) refund.decidedAt = new Date('2026-10-04T01:00:00Z');
    const listed = await list('2026-10-04');
    expect(listed?.map(({ orderNo }) => orderNo).sort()).toEqual([first, last].sort());
    expect(listed?.find(({ orderNo }) => orderNo === first)).toEqual({
      ...{ orderNo: first, paymentRef, amount: 888_000n, currency: 'CNY' },
      paidAt: new Date('2026-10-03T16:00:00Z'),
    });
    expect(fixture.running.refused).toEqual([]);
  });

  test('of a day without payments is empty, and one that is not over has none', async () => {
    expect(await list('2026-01-01')).toEqual([]);
    await expect(list('2099-01-01')).rejects.toThrow('INVAILID_ARGUMENTS');
  });

  const billQuery = 'alipay_data_dataservice_bill_downloadurl_query_response';
  const answering = (node: object) =>
    open({}, () => ({ text: signedAnswer(billQuery, node).body })).list?.day('2026-10-04', soon());
  const failed = (sub_code: string) => ({ code: '40004', msg: 'Business Failed', sub_code });

  // @mutant src/vendors/adapters/alipay/alipay-list.ts
  // - const withoutBill = ['NO_BILL_DATA', 'BILL_DATE_BEFORE_REGISTRATION'];
  // + const withoutBill = ['NO_BILL_DATA', 'BILL_NOT_EXIST', 'BILL_DATE_BEFORE_REGISTRATION'];
  test('that is late is not taken for one without payments', async () => {
    expect(await answering(failed('NO_BILL_DATA'))).toEqual([]);
    expect(await answering(failed('isv.no_bill_data'))).toEqual([]);
    expect(await answering(failed('BILL_DATE_BEFORE_REGISTRATION'))).toEqual([]);
    const empty = { bill_file_code: 'EMPTY_DATA_WITH_BILL_FILE', bill_download_url: 'https://x' };
    expect(await answering({ code: '10000', msg: 'Success', ...empty })).toEqual([]);
    for (const code of ['BILL_NOT_EXIST', 'TYPE_NOT_SUPPORTED', 'SYSTEM_RATE_LIMIT']) {
      await expect(answering(failed(code))).rejects.toThrow(code);
    }
  });

  test('that somebody changed or cut on the way is not read', async () => {
    await paid(new Date('2026-10-06T04:00:00Z'));
    expect(await list('2026-10-06')).toHaveLength(1);
    const changed = (change: (bytes: Buffer) => Buffer) => {
      onTheWay = (answer) => ({
        ...answer,
        text: change(Buffer.from(answer.text, 'latin1')).toString('latin1'),
      });
    };
    changed((bytes) => {
      bytes[120] = (bytes[120] ?? 0) ^ 0xff;
      return bytes;
    });
    await expect(list('2026-10-06')).rejects.toThrow('an archive that cannot be read');
    changed((bytes) => bytes.subarray(0, -30));
    await expect(list('2026-10-06')).rejects.toThrow('no archive');
    onTheWay = (answer) => ({ ...answer, status: 404 });
    await expect(list('2026-10-06')).rejects.toThrow('HTTP 404');
  });

  // @mutant src/vendors/adapters/alipay/alipay-list.ts
  // -   if (url?.protocol !== 'https:' || !/(^|\.)alipay(dev)?\.com$/.test(url.host)) {
  // +   if (!url) {
  test('is fetched by TLS from Alipay alone, whatever address it says', async () => {
    const fetched: string[] = [];
    const saying = (bill_download_url: string) =>
      open({}, ({ url, method }) => {
        if (method === 'GET') fetched.push(url);
        if (method === 'GET') throw new Error('stop');
        const node = { code: '10000', msg: 'Success', bill_download_url };
        return { text: signedAnswer(billQuery, node).body };
      }).list?.day('2026-10-04', soon());
    await expect(saying('https://dwbillcenter.alipay.com/a?b=1')).rejects.toThrow('stop');
    expect(fetched).toEqual(['https://dwbillcenter.alipay.com/a?b=1']);
    for (const elsewhere of [
      'https://alipay.com.evil.example/a',
      'https://evilalipay.com/a',
      'http://127.0.0.1:5432/',
      'https://alipay.com:5432/',
      'http://dwbillcenter.alipay.com/a?b=1',
      'file:///etc/passwd',
      '',
    ]) {
      await expect(saying(elsewhere)).rejects.toThrow('a bill at another address');
    }
    expect(fetched).toHaveLength(1);
  });

  test('is asked for as the official client asks, and its answer satisfies that client', async () => {
    await paid(new Date('2026-10-08T04:00:00Z'));
    await list('2026-10-08');
    const queries = asked.filter(({ url }) => url.includes('downloadurl.query'));
    const [ours] = queries.map(({ url, body }) => {
      const fields = new URLSearchParams(`${new URL(url).search.slice(1)}&${body}`);
      return { method: fields.get('method'), content: JSON.parse(fields.get('biz_content') ?? '') };
    });
    const official = new AlipaySdk({
      ...{ appId: '2021000000000001', privateKey: merchantKey, keyType: 'PKCS8' },
      gateway: String(fixture.running.config.endpoint),
      alipayPublicKey: String(fixture.running.config.alipayPublicKey),
    });
    const method = 'alipay.data.dataservice.bill.downloadurl.query';
    const bizContent = { bill_type: 'trade', bill_date: '2026-10-08', secure: 'true' };
    expect(ours).toEqual({ method, content: bizContent });
    const answer = await official.exec(method, { bizContent }, { validateSign: true });
    const address = answer.billDownloadUrl ?? '';
    expect(asked.find(({ method: verb }) => verb === 'GET')?.url).toBe(address);
    const archive = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(archive.subarray(0, 2).toString()).toBe('PK');
  });
});

describe('a file of a bill', () => {
  const columns = '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,订单金额（元）';
  const [open, close] = ['#---业务明细列表---', '#---业务明细列表结束---'];
  const row = '2026100422\t,SHOP-1\t,交易\t,"甲, 乙",2026-10-04 08:00:00,0.01';
  const fileOf = (...lines: string[]) => toGbk(lines.join('\r\n'));

  test('is read by the names of its columns, beside one with sums', () => {
    const details = fileOf('#支付宝业务明细查询', open, columns, row, close, '#交易合计：1笔');
    expect(readBill([fileOf('#支付宝业务汇总查询', '1,2'), details])).toEqual([
      {
        ...{ orderNo: 'SHOP-1', paymentRef: '2026100422', amount: 100n, currency: 'CNY' },
        paidAt: new Date('2026-10-04T00:00:00Z'),
      },
    ]);
    expect(readBill([fileOf(open, columns, close)])).toEqual([]);
  });

  test.each([
    ['is cut', [open, columns, row], 'cut'],
    ['has no details', ['#支付宝业务汇总查询', columns], 'without details'],
    ['has no amounts', [open, columns.replace('订单金额', '其他'), row, close], '订单金额'],
    [
      'has no times',
      [open, columns, row.replace('2026-10-04', '2026-10'), close],
      'without a time',
    ],
    ['has other amounts', [open, columns, row.replace('0.01', '1e3'), close], 'not an amount'],
    ['has no numbers', [open, columns, row.replace('2026100422', ''), close], 'without a number'],
    ['has other kinds', [open, columns, row.replace('交易', '分账'), close], 'of the kind 分账'],
    ['has more cells', [open, columns, `${row},1`, close], 'more cells'],
    ['has a row too short', [open, columns, '1,2,交易', close], 'without'],
    ['has an open quote', [open, columns, '1,"2,交易', close], 'no CSV'],
  ])('that %s is refused with words', (_, lines, words) => {
    expect(() => readBill([fileOf(...lines)])).toThrow(words);
  });

  test('in another encoding is refused', () => {
    expect(() => readBill([Buffer.from([0x81, 0xff, 0x20])])).toThrow('another encoding');
  });

  test('that the simulator packs has two entries', () => {
    expect(zip([{ name: '业务明细.csv', contents: '甲' }]).readUInt16LE(26)).toBe(12);
  });
});
