import type { RefusalRow } from './refusal-row.ts';

/** Accounts, their keys, their limits and their page. */
export const accountRefusals = {
  account_not_found: { en: 'Account {account} not found.', zh: '账户 {account} 不存在。' },
  account_closed: {
    en: 'Account {account} is closed. Reopen it first (account reopen).',
    zh: '账户 {account} 已销户，请先恢复（account reopen）。',
  },
  account_not_closed: {
    en: 'Account {account} is not closed.',
    zh: '账户 {account} 尚未销户。',
  },
  account_has_open_work: {
    en: 'Account {account} has {calls} open calls ({list}) and {checks} open checks. Wait, decide them (call review), or close it when they are settled (--when-settled).',
    zh: '账户 {account} 还有 {calls} 笔未结调用（{list}）、{checks} 个未完成核验。请等待或先处理（call review），也可选择结清后自动销户（--when-settled）。',
  },
  account_erased: {
    en: 'The data of account {account} were erased on {day}. Create a new account.',
    zh: '账户 {account} 的数据已于 {day} 清除，请新建账户。',
  },
  account_name_differs: {
    field: 'name',
    en: 'Type the name of the account exactly to confirm.',
    zh: '请准确输入账户名称以确认。',
  },
  nothing_to_pay_out: {
    en: 'Account {account} has no balance to pay out.',
    zh: '账户 {account} 没有可退余额。',
  },
  pay_out_too_large: {
    field: 'amount',
    en: 'Account {account} has less than this left to pay out. Check its balance.',
    zh: '该金额超过账户 {account} 的应退余额，请先核对余额。',
  },
  pay_out_amount_missing: {
    en: 'Enter the amount that you paid out: --amount.',
    zh: '请用 --amount 填写实际退款金额。',
  },
  test_balance_negative: {
    field: 'testBalance',
    en: 'Test balance must be 0 or more.',
    zh: '测试余额不能为负数。',
  },
  redirect_origin_invalid: {
    en: 'Redirect origins must look like https://example.com, or myapp: for an app.',
    zh: '回跳来源的格式应为 https://example.com，应用则为 myapp:。',
  },

  colour_invalid: { en: 'Colour must be in the form #RRGGBB.', zh: '颜色格式应为 #RRGGBB。' },
  phone_invalid: {
    en: 'Phone number must have 3 to 31 digits, spaces, dots, hyphens and parentheses.',
    zh: '电话号码须由 3 至 31 个数字、空格、点、连字符和括号组成。',
  },
  logo_too_large: { en: 'Logo must be at most {limit} kB.', zh: '标志图片不能超过 {limit} kB。' },
  upload_too_large: {
    en: 'The upload is larger than {limit} kB, in which a file takes a third more than its size. Choose a smaller file.',
    zh: '上传内容超过 {limit} kB（文件在其中会比原大小多占约三分之一），请选择更小的文件。',
  },
  logo_format_unsupported: {
    en: 'Logo must be a PNG, JPEG or WebP image.',
    zh: '标志须为 PNG、JPEG 或 WebP 图片。',
  },
  dark_logo_alone: {
    en: 'Upload a light logo as well; a dark one alone is not enough.',
    zh: '请同时上传浅色标志，不能只有深色标志。',
  },

  key_not_found: { en: 'Key {key} not found.', zh: '密钥 {key} 不存在。' },
  key_not_of_account: {
    en: 'Account {account} has no key {key}.',
    zh: '账户 {account} 没有密钥 {key}。',
  },
  key_ended: {
    en: 'Key {key} has expired or was revoked. Create a new one.',
    zh: '密钥 {key} 已过期或已吊销，请新建密钥。',
  },
  key_replaced: {
    en: 'Key {key} was replaced by key {by}. Rotate that one.',
    zh: '密钥 {key} 已由密钥 {by} 取代，请轮换后者。',
  },
  key_overlap_too_long: {
    field: 'overlapMinutes',
    en: 'Overlap must be 0 to 14 days.',
    zh: '重叠期须为 0 至 14 天。',
  },
  key_expiry_past: {
    field: 'expiresAt',
    en: 'Key expiry must be in the future.',
    zh: '密钥的到期时间须晚于现在。',
  },
  key_address_invalid: {
    field: 'addresses',
    en: 'Allowed addresses must be IP addresses or CIDR ranges.',
    zh: '允许的地址须为 IP 地址或 CIDR 网段。',
  },

  number_limit_out_of_range: {
    en: 'Limit per number must be between 1 and {limit}.',
    zh: '单个号码的限额须在 1 至 {limit} 之间。',
  },
  prefix_not_closed: {
    en: 'Prefix {prefix} is not closed for account {account} ({mode}).',
    zh: '账户 {account}（{mode}）未关闭号段 {prefix}。',
  },
} as const satisfies Record<string, RefusalRow>;
