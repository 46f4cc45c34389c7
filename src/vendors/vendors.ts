import type { Vendor } from '../providers/vendor.ts';
import { alibabaFace } from './alibaba-face.ts';
import { alibabaSms } from './alibaba-sms.ts';
import { httpFace } from './http-face.ts';
import { httpSms } from './http-sms.ts';
import { huawei } from './huawei.ts';
import { smpp } from './smpp.ts';
import { stripeFace } from './stripe-face.ts';
import { tencentFace } from './tencent-face.ts';
import { tencentSms } from './tencent-sms.ts';
import { twilio } from './twilio.ts';
import { yidun } from './yidun.ts';
import { yunpian } from './yunpian.ts';
import { yunxin } from './yunxin.ts';

/** Every vendor that a provider can be made of, by code. */
export const vendors: readonly Vendor[] = [
  alibabaFace,
  alibabaSms,
  httpFace,
  httpSms,
  huawei,
  smpp,
  stripeFace,
  tencentFace,
  tencentSms,
  twilio,
  yidun,
  yunpian,
  yunxin,
];
