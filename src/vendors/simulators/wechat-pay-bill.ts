/** An order of the bill of a day. */
export interface BilledOrder {
  id: string;
  orderNo: string;
  time: string;
  fen: number;
}

const columns = [
  ...['交易时间', '公众账号ID', '商户号', '特约商户号', '设备号', '微信订单号', '商户订单号'],
  ...['用户标识', '交易类型', '交易状态', '付款银行', '货币种类', '应结订单金额', '代金券金额'],
  ...['商品名称', '商户数据包', '手续费', '费率', '订单金额', '费率备注'],
];
const sumColumns =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const yuanOf = (fen: number) => (fen / 100).toFixed(2);
const lineOf = (cells: readonly unknown[]) => cells.map((cell) => `\`${cell}`).join(',');

/** The payments of a day, each cell behind a backtick, and then their sums. */
export function billOf(
  orders: readonly BilledOrder[],
  { appId, merchantId }: { appId: string; merchantId: string },
): string {
  const sum = yuanOf(orders.reduce((so, { fen }) => so + fen, 0));
  const rows = orders.map(({ id, orderNo, time, fen }) => {
    const at = time.slice(0, 19).replace('T', ' ');
    return [
      ...[at, appId, merchantId, '0', '', id, orderNo, 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o', 'NATIVE'],
      ...['SUCCESS', 'OTHERS', 'CNY', yuanOf(fen), '0.00', '', '', '0.00000', '0.60%', yuanOf(fen)],
      '',
    ];
  });
  const sums = [orders.length, sum, '0.00', '0.00', '0.00000', sum, '0.00'];
  const lines = [columns.join(','), ...rows.map(lineOf), sumColumns, lineOf(sums)];
  return `${lines.join('\r\n')}\r\n`;
}
