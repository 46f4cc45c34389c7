import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '搜索',
  find: '查找账户、调用、密钥或手机号',
  hint: 'requestId 或其后 8 位、密钥后四位、手机号、证件号、账户名称。',
  accounts: '账户',
  calls: '调用',
  keys: '密钥',
  persons: '用户',
  callsOf: '{label} 的调用',
  revoked: '已吊销',
  nothing: '没有找到。',
  lookedFor: '查找范围：{kinds}。',
  kind_account: '账户名称',
  kind_call: '调用的 requestId',
  kind_reference: '人脸核验的 requestId 后 8 位，以及最近一天的调用',
  kind_key: '密钥后四位',
  kind_mobile: '手机号（按哈希）',
  kind_card: '证件号（按哈希）',
};
