import type { CodeMeaning } from '../../providers/vendor.ts';

/**
 * By the `code` of an answer that is not a success, whatever its HTTP status; and by the `errcode` of the official account, which
 * tells who pays.
 */
export const wechatPayCodes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  APPID_MCHID_NOT_MATCH: ['unavailable', 'provider_setup'],
  MCH_NOT_EXISTS: ['unavailable', 'provider_setup'],
  NO_AUTH: ['unavailable', 'provider_setup'],
  PARAM_ERROR: ['unavailable', 'provider_setup'],
  SIGN_ERROR: ['unavailable', 'provider_setup'],
  RULE_LIMIT: ['unavailable', 'provider_limit'],
  NOT_ENOUGH: ['unavailable', 'provider_balance'],
  INVALID_REQUEST: ['rejected', 'provider_fault'],
  ORDER_NOT_EXIST: ['rejected', 'provider_fault'],
  REFUND_FEE_MISMATCH: ['rejected', 'provider_fault'],
  RESOURCE_NOT_EXISTS: ['rejected', 'provider_fault'],
  TRADE_ERROR: ['rejected', 'provider_fault'],
  USER_ACCOUNT_ABNORMAL: ['rejected', 'provider_fault'],
  ORDER_CLOSED: ['rejected', 'expired'],
  TRADE_OVERDUE: ['rejected', 'expired'],
  FREQUENCY_LIMITED: ['unknown', 'provider_limit'],
  RATELIMIT_EXCEEDED: ['unknown', 'provider_limit'],
  OUT_TRADE_NO_USED: ['unknown', 'provider_fault'],
  SERVICE_UNAVAILABLE: ['unknown', 'provider_fault'],
  SYSTEM_ERROR: ['unknown', 'provider_fault'],
  USER_PAYING: ['unknown', 'provider_fault'],
  '-1': ['unavailable', 'provider_fault'],
  '40001': ['unavailable', 'provider_setup'],
  '40013': ['unavailable', 'provider_setup'],
  '40125': ['unavailable', 'provider_setup'],
  '40243': ['unavailable', 'provider_setup'],
  '40029': ['rejected', 'expired'],
  '40163': ['rejected', 'expired'],
  '41008': ['rejected', 'expired'],
  '42003': ['rejected', 'expired'],
};
