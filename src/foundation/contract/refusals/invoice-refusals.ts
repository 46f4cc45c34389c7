import type { RefusalRow } from './refusal-row.ts';

/** Invoices, credit notes and VAT. */
export const invoiceRefusals = {
  invoicing_off: {
    en: 'Invoicing is off. Switch it on first.',
    zh: '账单功能未开启，请先开启。',
  },
  invoicing_incomplete: {
    en: 'Invoicing cannot be switched on yet. Missing: {missing}.',
    zh: '暂时无法开启账单功能，缺少：{missing}。',
  },
  invoice_pattern_invalid: {
    en: 'Number pattern "{pattern}" cannot be used. Use a form such as {example}.',
    zh: '编号规则“{pattern}”无法使用，请使用类似 {example} 的形式。',
  },
  invoice_patterns_alike: {
    en: 'Numbers of invoices and credit notes must begin with different text.',
    zh: '账单与贷记单的编号须以不同的文字开头。',
  },
  invoice_pattern_used: {
    en: 'Number pattern "{pattern}" could repeat {number}, which another range has. Begin it with different text.',
    zh: '编号规则“{pattern}”可能与其他编号序列中已有的 {number} 重复，请换用不同的开头文字。',
  },
  invoice_name_invalid: {
    field: 'name',
    en: 'Name must have 1 to {longest} characters on one line.',
    zh: '名称须为 1 至 {longest} 个字符，且只占一行。',
  },
  invoice_address_invalid: {
    field: 'address',
    en: 'Address must have 1 to {longest} characters, and no control characters but line breaks.',
    zh: '地址须为 1 至 {longest} 个字符，且除换行外不能包含控制字符。',
  },
  invoice_taxId_invalid: {
    field: 'taxId',
    en: 'Tax ID must have 1 to {longest} characters on one line.',
    zh: '税号须为 1 至 {longest} 个字符，且只占一行。',
  },
  invoice_note_invalid: {
    field: 'note',
    en: 'Note must have 1 to {longest} characters on one line.',
    zh: '说明须为 1 至 {longest} 个字符，且只占一行。',
  },
  billing_country_unknown: {
    field: 'country',
    en: 'Country "{country}" is unknown. Use two letters, such as DE or CN.',
    zh: '国家代码“{country}”无效，请使用两位字母，例如 DE 或 CN。',
  },
  billing_missing: {
    en: 'Account {account} has no billing details. Enter them first.',
    zh: '账户 {account} 尚未填写账单信息，请先填写。',
  },
  vat_id_invalid: {
    field: 'vatId',
    en: 'This is not a VAT ID of {country}. Use a form such as {example}.',
    zh: '该增值税号不符合 {country} 的格式，示例：{example}。',
  },
  vat_percent_range: {
    field: 'percent',
    en: 'The VAT rate must be between 0 and 100.',
    zh: '税率须在 0 至 100 之间。',
  },
  vat_note_missing: {
    field: 'note',
    en: 'Enter the reason for a rate of 0; invoices print it.',
    zh: '税率为 0 时请填写原因，账单上会列明。',
  },
  vat_rule_or: {
    en: 'Name a country or an account, not both.',
    zh: '国家与账户只能指定其一。',
  },
  vat_default_kept: {
    en: 'The default VAT rate cannot be removed. Set another one.',
    zh: '默认税率不能删除，请改为设置其他税率。',
  },
  vat_rule_not_set: {
    en: 'No such VAT rule was set.',
    zh: '没有设置过该税率规则。',
  },
  invoice_not_found: { en: 'Invoice {invoice} not found.', zh: '账单 {invoice} 不存在。' },
  payment_not_invoiced: {
    en: 'Payment {payment} is {state} in {mode} mode. Only paid live payments have invoices.',
    zh: '支付 {payment} 的状态为 {state}（{mode} 模式）。仅正式模式下已支付的款项可以开具账单。',
  },
  fapiao_not_taken: {
    en: 'This platform takes no requests for a fapiao.',
    zh: '平台未开放发票申请。',
  },
  fapiao_title_missing: { field: 'title', en: 'Enter the title.', zh: '请填写发票抬头。' },
  fapiao_tax_number_invalid: {
    field: 'taxNumber',
    en: 'Enter a taxpayer number of 15 to 20 letters and digits. Of 18, the last one must match the others.',
    zh: '请填写 15 至 20 位的税号；18 位的统一社会信用代码须通过校验。',
  },
  fapiao_email_invalid: {
    field: 'email',
    en: 'Enter the email address that the fapiao is sent to.',
    zh: '请填写接收发票的邮箱。',
  },
  fapiao_special_personal: {
    en: 'Only a company gets a special fapiao.',
    zh: '个人抬头不能申请专用发票。',
  },
  fapiao_special_incomplete: {
    en: 'A special fapiao needs address, phone, bank and bank account.',
    zh: '专用发票须填写地址、电话、开户行和银行账号。',
  },
  fapiao_text_invalid: {
    en: 'Each field must have at most {longest} characters on one line.',
    zh: '每项内容最多 {longest} 个字符，且只占一行。',
  },
  fapiao_payments_taken: {
    en: 'One of the payments has been paid back or is in another fapiao. Choose again.',
    zh: '所选支付中有的已退款或已申请发票，请重新选择。',
  },
  fapiao_not_found: {
    en: 'Request for a fapiao {request} not found.',
    zh: '发票申请 {request} 不存在。',
  },
  fapiao_decided: {
    en: 'Request for a fapiao {request} is already {state}.',
    zh: '发票申请 {request} 的状态已是 {state}。',
  },
  fapiao_number_invalid: {
    field: 'fapiaoNumber',
    en: 'Fapiao number must have 8 to 20 digits, and its code at most 12.',
    zh: '发票号码须为 8 至 20 位数字，发票代码最多 12 位。',
  },
  fapiao_number_used: {
    field: 'fapiaoNumber',
    en: 'Fapiao {number} is on another request already. Check the number, and enter its code if it has one.',
    zh: '发票号码 {number} 已登记在另一条申请上，请核对号码；如有发票代码，请一并填写。',
  },
  fapiao_day_future: {
    field: 'issuedOn',
    en: '{day} is in the future. Enter the day on which the fapiao was issued.',
    zh: '{day} 尚未到来，请填写实际开票日期。',
  },
  fapiao_reason_missing: { field: 'reason', en: 'Enter a reason.', zh: '请填写原因。' },
  invoice_issue_of: {
    en: 'Name either a payment or a bank line: --payment or --line.',
    zh: '请用 --payment 指定支付，或用 --line 指定银行流水，二者选一。',
  },
  payment_has_invoice: {
    en: 'Payment {payment} has all its invoices and credit notes already.',
    zh: '支付 {payment} 的账单已全部开具。',
  },
} as const satisfies Record<string, RefusalRow>;
