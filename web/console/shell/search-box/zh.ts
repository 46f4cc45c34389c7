import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '搜索',
  find: '查找账户、调用、密钥或手机号',
  findOwn: '查找调用、密钥或手机号',
  hintOwn: '可输入请求 ID 或其后 8 位、密钥后 4 位、手机号、证件号。',
  hint: '可输入账户名称、请求 ID 或其后 8 位、密钥后 4 位、手机号、证件号。',
  accounts: '账户',
  calls: '调用',
  keys: '密钥',
  persons: '用户',
  callsOf: '{label} 的调用',
  revoked: '已吊销',
  nothing: '没有结果。',
  otherCells: '其他单元',
  allCells: '在全部单元中搜索',
  cells_other: '{count} 个单元',
  lookedFor: '查找范围：{kinds}。',
  kind_account: '账户名称',
  kind_call: '请求 ID',
  kind_reference: '请求 ID 后 8 位（核验，以及最近一天的调用）',
  kind_key: '密钥后 4 位',
  kind_mobile: '手机号（按哈希）',
  kind_card: '证件号（按哈希）',
};
