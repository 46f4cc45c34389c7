import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import { noErasure, providerGone } from '../../products/checks/erase-queries.ts';
import type { keptThings } from './certificate.ts';
import { notAsked } from './erasure-queries.ts';
import type { personRecords } from './person-records.ts';

type RecordName = (typeof personRecords)[number]['name'];

/** What each type of record is called. */
export const recordTitles: Readonly<Record<RecordName, Bilingual>> = {
  messages: { en: 'Messages', zh: '短信' },
  checks: { en: 'Face checks', zh: '人脸核验' },
  inbox: { en: 'Messages in the sandbox', zh: '沙箱短信' },
  attempts: { en: 'Attempts at providers', zh: '服务商请求' },
  receipts: { en: 'Receipts', zh: '短信回执' },
  events: { en: 'Events and their deliveries', zh: '事件及推送' },
  requests: { en: 'Requests that can be repeated', zh: '可重放的请求' },
  refused: { en: 'Refused calls', zh: '未受理的调用' },
  tasks: { en: 'Exports about the person', zh: '针对该用户的导出' },
  search: { en: 'Search entries', zh: '搜索索引' },
  verifications: { en: 'Verifications', zh: '验证记录' },
  limits: { en: 'Counters of limits', zh: '限额计数' },
};

/** What stays after an erasure, and why. */
export const keptTexts: Readonly<Record<(typeof keptThings)[number], Bilingual>> = {
  books: {
    en: 'Amounts, times, products, providers and states of calls, without the person: bookkeeping requires them.',
    zh: '调用的金额、时间、产品、服务商和状态，不含个人信息：依法记账所需。',
  },
  vendor_ids: {
    en: "The vendor's ID of each message: the vendor's bill is compared by it. It names the message, not the person.",
    zh: '厂商的短信编号：用于核对厂商账单，只标识短信，不标识个人。',
  },
  consents: {
    en: 'What was agreed to before a face check and when, without the person: proof of the consent.',
    zh: '人脸核验前的同意内容和时间，不含个人信息：作为已取得同意的证明。',
  },
  idempotency: {
    en: "The hash of the customer's own idempotency key, for at most 90 days: a repeated request must not be charged again.",
    zh: '客户自设幂等键的哈希值，最多保留 90 天：避免重复请求被再次计费。',
  },
  operator_texts: {
    en: 'Reasons and references that operators typed into the ledger and the audit log: both never change.',
    zh: '运营人员在账本和操作日志中填写的原因与单号：账本和日志不可更改。',
  },
  backups: {
    en: 'Backups made before the erasure still contain the person until they are deleted. After a restore, the erasure is repeated with this certificate.',
    zh: '删除前创建的备份在销毁前仍含该个人的数据。恢复备份后，凭本证明再次执行删除。',
  },
  erasure: {
    en: 'This erasure: the reference, the counts and the answers of the vendors.',
    zh: '本次删除记录：参考号、各类数量和厂商的答复。',
  },
};

/** The texts of certificates and exports on paper. */
export const paperTexts = {
  certificate: { en: 'Certificate of erasure', zh: '个人信息删除证明' },
  export: { en: 'Data about a person', zh: '个人信息副本' },
  number: { en: 'Number', zh: '编号' },
  reference: { en: 'Reference', zh: '参考号' },
  identifiedBy: { en: 'Identified by', zh: '识别依据' },
  mobile: { en: 'mobile number', zh: '手机号' },
  id_number: { en: 'ID number', zh: '证件号码' },
  person: { en: 'Person', zh: '个人' },
  account: { en: 'Account', zh: '账户' },
  allAccounts: { en: 'all accounts', zh: '全部账户' },
  requested: { en: 'Requested', zh: '申请' },
  finished: { en: 'Finished', zh: '完成' },
  notFinished: { en: 'not yet', zh: '尚未完成' },
  issued: { en: 'Issued', zh: '签发' },
  isFinished: {
    en: 'The data listed below was erased. Nothing is left to erase.',
    zh: '下列数据已删除，没有待删除的内容。',
  },
  waitingCalls: {
    en: 'Calls whose outcome is not known yet: {count}. They are erased once it is known.',
    zh: '结果未明的调用：{count} 个，结果明确后即删除。',
  },
  waitingConfirmations: {
    en: 'Calls that wait for a vendor to confirm, or for an event to be delivered: {count}.',
    zh: '等待服务商确认或事件推送的调用：{count} 个。',
  },
  erasedTitle: { en: 'Erased', zh: '已删除' },
  vendorsTitle: { en: 'Answers of the vendors', zh: '厂商答复' },
  keptTitle: { en: 'Kept, and why', zh: '保留内容及原因' },
  signature: { en: 'Signature', zh: '签名' },
  signatureNote: {
    en: 'The signature covers the JSON form of this certificate, which can be verified.',
    zh: '签名针对本证明的 JSON 文件，可据此验证。',
  },
  record: { en: 'Records', zh: '记录' },
  count: { en: 'Count', zh: '数量' },
  provider: { en: 'Provider', zh: '服务商' },
  product: { en: 'Product', zh: '产品' },
  answer: { en: 'Answer', zh: '答复' },
  time: { en: 'Time', zh: '时间' },
  content: { en: 'Content', zh: '内容' },
  exportNote: {
    en: 'Everything that is held about this person at the time of issue.',
    zh: '签发时平台保存的关于该个人的全部信息。',
  },
  isCut: {
    en: 'There are more calls than one document holds; these are the newest 10,000.',
    zh: '记录过多，仅列出最近 10,000 次调用。',
  },
  none: { en: 'None', zh: '无' },
  page: { en: 'Page {page} of {pages}', zh: '第 {page} / {pages} 页' },
} as const satisfies Record<string, Bilingual>;

/** The answers of vendors that the platform itself words; others are shown as they came. */
export const answerTexts: Readonly<Record<string, Bilingual>> = {
  erased: { en: 'erased', zh: '已删除' },
  [noErasure]: { en: noErasure, zh: '该厂商不提供删除接口' },
  [providerGone]: { en: providerGone, zh: '该服务商已移除' },
  [notAsked]: { en: notAsked, zh: '未请求：该厂商的短信无法删除' },
};

/** The fields of an export on paper. */
export const fieldTitles: Readonly<Record<string, Bilingual>> = {
  accountId: { en: 'Account', zh: '账户' },
  requestId: { en: 'Request ID', zh: '请求 ID' },
  mode: { en: 'Mode', zh: '模式' },
  product: { en: 'Product', zh: '产品' },
  provider: { en: 'Provider', zh: '服务商' },
  state: { en: 'State', zh: '状态' },
  messageState: { en: 'Message state', zh: '短信状态' },
  sentAt: { en: 'Sent', zh: '发送时间' },
  finishedAt: { en: 'Final since', zh: '完结时间' },
  templateId: { en: 'Template', zh: '模板' },
  parts: { en: 'Segments', zh: '拆分条数' },
  evidence: { en: 'Evidence', zh: '依据' },
  mobile: { en: 'Mobile', zh: '手机号' },
  text: { en: 'Text', zh: '内容' },
  status: { en: 'Status', zh: '状态码' },
  reason: { en: 'Reason', zh: '原因' },
  taskId: { en: "Vendor's ID", zh: '厂商编号' },
  language: { en: 'Language', zh: '语言' },
  consents: { en: 'Consents', zh: '同意记录' },
  withdrawnAt: { en: 'Withdrawn', zh: '撤回时间' },
  endedAt: { en: 'Ended', zh: '结束时间' },
  erasedAt: { en: 'Erased', zh: '删除时间' },
  sessions: { en: 'Sessions', zh: '核验会话' },
  name: { en: 'Name', zh: '姓名' },
  idNumber: { en: 'ID number', zh: '证件号码' },
  redirectUrl: { en: 'Redirect URL', zh: '返回地址' },
  outcome: { en: 'Outcome', zh: '结果' },
  vendorCode: { en: "Vendor's code", zh: '厂商代码' },
  words: { en: "Vendor's text", zh: '厂商说明' },
  type: { en: 'Type', zh: '类型' },
  body: { en: 'Content', zh: '内容' },
  deliveries: { en: 'Deliveries', zh: '推送' },
};
