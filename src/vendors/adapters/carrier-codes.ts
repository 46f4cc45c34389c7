import type { ReceiptMeaning } from '../providers/vendor.ts';

const delivered: ReceiptMeaning = ['delivered', null];
/** The carrier accepted it, which does not say whether it arrived. */
const underWay: ReceiptMeaning = ['sent', null];
const expired: ReceiptMeaning = ['expired', 'expired'];
const noSuchNumber: ReceiptMeaning = ['undelivered', 'number_invalid'];
const unreachable: ReceiptMeaning = ['undelivered', 'number_off'];
const noMessages: ReceiptMeaning = ['undelivered', 'number_not_mobile'];
const optedOut: ReceiptMeaning = ['rejected', 'blocked_by_person'];
const blocked: ReceiptMeaning = ['rejected', 'blocked_by_carrier'];
const badContent: ReceiptMeaning = ['rejected', 'content_refused'];
const badSignature: ReceiptMeaning = ['rejected', 'signature_refused'];
const tooMany: ReceiptMeaning = ['rejected', 'frequency'];

/**
 * The carriers' receipt codes: those of SMPP, and those that mainland gateways add. Vendors pass them on
 * unchanged. Unicom's plain numbers are left out, because vendors have their own codes that look the same.
 */
export const carrierCodes: Readonly<Record<string, ReceiptMeaning>> = {
  DELIVRD: delivered,
  DELIVERED: delivered,
  ACCEPTD: underWay,
  ENROUTE: underWay,
  UNKNOWN: underWay,
  EXPIRED: expired,
  UNDELIV: unreachable,
  UNDELIVRD: unreachable,
  DELETED: blocked,
  REJECTD: blocked,

  'MK:0000': noSuchNumber,
  'MK:0001': noSuchNumber,
  'MK:0003': noSuchNumber,
  'MK:0012': noSuchNumber,
  'MN:0001': noSuchNumber,
  'CB:0001': noSuchNumber,
  'DB:0101': noSuchNumber,
  'LT:0012': noSuchNumber,
  ERRNUM: noSuchNumber,
  ERR_NUM: noSuchNumber,

  'MK:0002': unreachable,
  'MK:0005': unreachable,
  'MK:0008': unreachable,
  'MK:0009': unreachable,
  'MK:0010': unreachable,
  'MK:0011': unreachable,
  'MK:0013': unreachable,
  'MK:0015': unreachable,
  'MK:0017': unreachable,
  'MK:0022': unreachable,
  'MK:0024': unreachable,
  'MK:0029': unreachable,
  'MK:0090': unreachable,
  'MI:0010': unreachable,
  'MI:0011': unreachable,
  'MI:0013': unreachable,
  'MI:0017': unreachable,
  'MI:0024': unreachable,
  'MI:0029': unreachable,
  'MN:0013': unreachable,
  'MN:0036': unreachable,
  'MN:0041': unreachable,
  'MN:0054': unreachable,
  'IB:0064': unreachable,
  'IC:0001': unreachable,
  'MC:0055': unreachable,
  'MB:1031': unreachable,

  'MK:0004': noMessages,
  'MK:0007': noMessages,
  'MK:0019': noMessages,

  'MX:0012': optedOut,
  TUIDING: optedOut,

  'DB:0141': blocked,
  'DB:0144': blocked,
  'DB:0164': blocked,
  'MB:1077': blocked,
  'MX:0011': blocked,
  'TC:0001': blocked,
  'TD:0001': blocked,
  BLACK: blocked,
  BWLIST: blocked,
  DBBLACK: blocked,
  HIGRISK: blocked,
  MBBLACK: blocked,
  'W-BLACK': blocked,
  // The number was ported to another carrier, which this channel does not reach.
  'MH:0007': blocked,
  'NP:1243': blocked,

  'TC:0007': badContent,
  KEYWORD: badContent,
  NOTITLE: badSignature,
  SIGFAIL: badSignature,

  'DB:0142': tooMany,
  'MB:1042': tooMany,
  'MX:0003': tooMany,
  'TE:0003': tooMany,
  BEYONDN: tooMany,
  LIMIT: tooMany,
  MILIMIT: tooMany,
};
