import type { CodeMeaning } from '../../providers/vendor.ts';

function all(meaning: CodeMeaning, codes: string): Record<string, CodeMeaning> {
  return Object.fromEntries(codes.split(/\s+/).map((code) => [code, meaning]));
}

/** By `sub_code`, or by `code` for an answer without one. */
export const alipayCodes: Readonly<Record<string, CodeMeaning>> = {
  '10000': ['done', null],
  ...all(
    ['unavailable', 'provider_setup'],
    'aop.invalid-auth-token aop.auth-token-time-out aop.invalid-app-auth-token aop.invalid-app-auth-token-no-api ' +
      'aop.app-auth-token-time-out aop.no-product-reg-by-partner isv.missing-method isv.missing-signature ' +
      'isv.missing-signature-type isv.missing-signature-key isv.missing-app-id isv.missing-timestamp ' +
      'isv.missing-version isv.invalid-parameter isv.invalid-method isv.invalid-format isv.invalid-signature-type ' +
      'isv.invalid-signature isv.invalid-app-id isv.invalid-timestamp isv.invalid-charset isv.invalid-digest ' +
      'isv.illegal-json isv.forbidden-api app-cert-expired not-online-app invalid-auth-relations ' +
      'unsupported-sdk-version isv.missing-signature-config isv.not-support-app-auth ' +
      'isv.insufficient-isv-permissions isv.insufficient-user-permissions isv.self-invoke-forbidden ' +
      'isv.missing-app-cert-sn isv.missing-alipay-root-cert-sn isv.invalid-alipay-root-cert-sn ' +
      'isv.app-cert-expired isv.app-cert-not-exist isv.alipay-cert-not-exist ACQ.ACCESS_FORBIDDEN ' +
      'ACQ.PARTNER_ERROR ACQ.INVALID_PARAMETER ACQ.SELLER_BEEN_BLOCKED ACQ.SELLER_NOT_EXIST ' +
      'ACQ.INVALID_RECEIVE_ACCOUNT ACQ.MERCHANT_STATUS_NOT_NORMAL ACQ.RISK_MERCHANT_IP_NOT_EXIST ' +
      'ACQ.MERCHANT_PERM_RECEIPT_SUSPEND_LIMIT ACQ.ENTERPRISE_PAY_BIZ_ERROR ACQ.CURRENCY_NOT_SUPPORT ' +
      'ACQ.TRADE_SETTLE_ERROR ACQ.REFUND_ACCOUNT_NOT_EXIST ACQ.CUSTOMER_VALIDATE_ERROR ACQ.USER_NOT_MATCH_ERR ' +
      'ACQ.REASON_TRADE_BEEN_FREEZEN ACQ.REFUNDALLOC_UNAUTH_LIMIT',
  ),
  ...all(
    ['unavailable', 'provider_limit'],
    'isv.app-call-limited isv.method-call-limited ACQ.TOTAL_FEE_EXCEED ACQ.BEYOND_PAY_RESTRICTION ' +
      'ACQ.BEYOND_PER_RECEIPT_RESTRICTION ACQ.BEYOND_PER_RECEIPT_DAY_RESTRICTION ' +
      'ACQ.BEYOND_PER_RECEIPT_SINGLE_RESTRICTION ACQ.MERCHANT_PERM_RECEIPT_SINGLE_LIMIT ' +
      'ACQ.MERCHANT_PERM_RECEIPT_DAY_LIMIT',
  ),
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': ['unavailable', 'provider_balance'],
  ...all(['rejected', 'content_refused'], 'ACQ.EXIST_FORBIDDEN_WORD isv.suspected-attack'),
  ...all(
    ['rejected', 'expired'],
    'ACQ.NOW_TIME_AFTER_EXPIRE_TIME_ERROR ACQ.TRADE_HAS_CLOSE ACQ.TRADE_HAS_FINISHED',
  ),
  ...all(
    ['rejected', 'provider_fault'],
    'ACQ.BUYER_SELLER_EQUAL ACQ.TRADE_BUYER_NOT_MATCH ACQ.BUYER_ENABLE_STATUS_FORBID ACQ.BUYER_NOT_EXIST ' +
      'ACQ.BUYER_ERROR ACQ.BUYER_PAYMENT_AMOUNT_DAY_LIMIT_ERROR ACQ.BUYER_PAYMENT_AMOUNT_MONTH_LIMIT_ERROR ' +
      'ACQ.ERROR_BUYER_CERTIFY_LEVEL_LIMIT ACQ.TRADE_NOT_EXIST TRADE_NOT_EXIST ACQ.TRADE_STATUS_ERROR ' +
      'ACQ.REASON_TRADE_STATUS_INVALID ACQ.REASON_ILLEGAL_STATUS ACQ.REFUND_AMT_NOT_EQUAL_TOTAL ' +
      'ACQ.REASON_TRADE_REFUND_FEE_ERR ACQ.REFUND_FEE_ERROR ACQ.TRADE_NOT_ALLOW_REFUND ' +
      'ACQ.NOT_ALLOW_PARTIAL_REFUND ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND',
  ),
  ...all(
    ['unknown', 'provider_fault'],
    'isp.unknow-error aop.unknow-error ACQ.SYSTEM_ERROR aop.ACQ.SYSTEM_ERROR ACQ.TRADE_HAS_SUCCESS ' +
      'ACQ.CONTEXT_INCONSISTENT ACQ.APPLY_PC_MERCHANT_CODE_ERROR ACQ.DISCORDANT_REPEAT_REQUEST ' +
      'ACQ.REFUND_CHARGE_ERROR',
  ),
};
