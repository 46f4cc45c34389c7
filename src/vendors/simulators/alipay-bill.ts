import { crc32, deflateRawSync } from 'node:zlib';
import { chinaTime, fenOf, paidOf, yuanOf } from './alipay-orders.ts';
import type { Desk } from './simulator.ts';

/** What a row of the bill says: of a payment, or of a refund. */
interface BilledTrade {
  kind: '交易' | '退款';
  tradeNo: string;
  orderNo: string;
  title: string;
  /** As `2030-01-31 08:00:00`. */
  begun: string;
  done: string;
  fen: number;
  /** Of a refund. */
  requestNo: string;
}

const columns = [
  ...[
    '支付宝交易号',
    '商户订单号',
    '业务类型',
    '商品名称',
    '创建时间',
    '完成时间',
    '门店编号',
    '门店名称',
  ],
  ...[
    '操作员',
    '终端号',
    '对方账户',
    '订单金额（元）',
    '商家实收（元）',
    '支付宝红包（元）',
    '集分宝（元）',
  ],
  ...['支付宝优惠（元）', '商家优惠（元）', '券核销金额（元）', '券名称', '商家红包消费金额（元）'],
  ...['卡消费金额（元）', '退款批次号/请求号', '服务费（元）', '分润（元）', '备注'],
];

/** The payments that were completed on a day in China, and the refunds. */
export function tradesOn(day: string, desk: Desk): BilledTrade[] {
  return desk.taken.flatMap((taken): BilledTrade[] => {
    const done = chinaTime(taken.decidedAt ?? taken.at);
    if (!done.startsWith(day)) return [];
    const begun = chinaTime(taken.at);
    if (taken.kind === 'refund') {
      const order = desk.find(String(taken.said.payment));
      const names = { tradeNo: order?.id ?? '', orderNo: order?.reference ?? '', title: '' };
      const fen = fenOf(taken.said.refund_amount);
      return [{ kind: '退款', ...names, begun, done, fen, requestNo: taken.reference ?? '' }];
    }
    if (!['paid', 'mispaid', 'refunded'].includes(taken.state)) return [];
    const { id: tradeNo, reference, said } = taken;
    const names = { tradeNo, orderNo: reference ?? '', title: String(said.subject) };
    return [{ kind: '交易', ...names, begun, done, fen: paidOf(taken), requestNo: '' }];
  });
}

/** The archive of a day: the details and the sums, each a CSV file in GBK with a name in GBK. */
export function billArchiveOf(
  trades: readonly BilledTrade[],
  { sellerId, day }: { sellerId: string; day: string },
): Buffer {
  const name = `${sellerId}0156_${day.replaceAll('-', '')}_业务明细`;
  return zip([
    { name: `${name}.csv`, contents: detailsOf(trades, sellerId, day) },
    { name: `${name}(汇总).csv`, contents: sumsOf(trades, sellerId, day) },
  ]);
}

function headOf(title: string, sellerId: string, day: string): string[] {
  const [year, month, date] = day.split('-');
  const from = `${year}年${month}月${date}日 00:00:00`;
  return [
    `#支付宝业务${title}查询`,
    `#账号：[${sellerId}0156]`,
    `#起始日期：[${from}]   终止日期：[${from.replace('00:00:00', '24:00:00')}]`,
  ];
}

function detailsOf(trades: readonly BilledTrade[], sellerId: string, day: string): string {
  const rows = trades.map(({ kind, tradeNo, orderNo, title, begun, done, fen, requestNo }) => {
    const sign = kind === '退款' ? '-' : '';
    const amount = `${sign}${yuanOf(fen)}`;
    return [
      ...[`${tradeNo}\t`, `${orderNo}\t`, `${kind}\t`, quoted(title), begun, done, '\t', '\t'],
      ...['\t', '\t', '**博(156******89)\t', amount, amount, '0.00', '0.00'],
      ...['0.00', '0.00', '0.00', '', '0.00\t'],
      ...['0.00', `${requestNo}\t`, '0.00', '0.00', ''],
    ].join(',');
  });
  const sums = (kind: BilledTrade['kind']) => {
    const own = trades.filter((trade) => trade.kind === kind);
    return [own.length, yuanOf(own.reduce((so, { fen }) => so + fen, 0))] as const;
  };
  const [[payments, paid], [refunds, back]] = [sums('交易'), sums('退款')];
  return textOf([
    ...headOf('明细', sellerId, day),
    `#${'-'.repeat(41)}业务明细列表${'-'.repeat(40)}`,
    columns.join(','),
    ...rows,
    `#${'-'.repeat(41)}业务明细列表结束${'-'.repeat(36)}`,
    `#交易合计：${payments}笔，商家实收共${paid}元，商家优惠共0.00元`,
    `#退款合计：${refunds}笔，商家实收退款共-${back}元，商家优惠退款共0.00元`,
    `#导出时间：[${day} 09:00:00]`,
  ]);
}

function sumsOf(trades: readonly BilledTrade[], sellerId: string, day: string): string {
  return textOf([
    ...headOf('汇总', sellerId, day),
    `#${'-'.repeat(41)}业务汇总列表${'-'.repeat(40)}`,
    '门店编号,门店名称,交易订单总笔数',
    `合计,,${trades.length}`,
    `#${'-'.repeat(40)}业务汇总列表结束${'-'.repeat(37)}`,
  ]);
}

const textOf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const bytesOf = new Map<string, readonly number[]>();

/** The two bytes of each character that GBK has: Node reads the encoding, and does not write it. */
function readGbk(): void {
  const decoder = new TextDecoder('gbk');
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      const [character, ...more] = decoder.decode(Uint8Array.of(first, second));
      if (character && more.length === 0 && character !== '\uFFFD' && !bytesOf.has(character)) {
        bytesOf.set(character, [first, second]);
      }
    }
  }
}

export function toGbk(text: string): Buffer {
  if (bytesOf.size === 0) readGbk();
  const bytes = [...text].flatMap((character) => {
    const code = character.charCodeAt(0);
    return code < 0x80 ? [code] : (bytesOf.get(character) ?? [0x3f]);
  });
  return Buffer.from(bytes);
}

/** An archive as the document of its format has it: heads with data, the directory, the end. */
export function zip(files: readonly { name: string; contents: string }[]): Buffer {
  const heads: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, contents } of files) {
    const [plain, label] = [toGbk(contents), toGbk(name)];
    const packed = deflateRawSync(plain);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, label, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const entry = [Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, label];
    heads.push(head);
    directory.push(Buffer.concat(entry));
    at += head.length;
  }
  const length = directory.reduce((so, one) => so + one.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...heads, ...directory, end]);
}
