import { alibabaFaceStandIn } from './alibaba-face.ts';
import { alibabaSmsStandIn } from './alibaba-sms.ts';
import { httpFaceStandIn } from './http-face.ts';
import { httpSmsStandIn } from './http-sms.ts';
import { huaweiStandIn } from './huawei.ts';
import { smppStandIn } from './smpp.ts';
import type { StandIn } from './stand-in.ts';
import { stripeFaceStandIn } from './stripe-face.ts';
import { tencentFaceStandIn } from './tencent-face.ts';
import { tencentSmsStandIn } from './tencent-sms.ts';
import { twilioStandIn } from './twilio.ts';
import { yidunStandIn } from './yidun.ts';
import { yunpianStandIn } from './yunpian.ts';
import { yunxinStandIn } from './yunxin.ts';

/** All vendors with a simulator, by code. */
export const standIns: readonly StandIn[] = [
  alibabaFaceStandIn,
  alibabaSmsStandIn,
  httpFaceStandIn,
  httpSmsStandIn,
  huaweiStandIn,
  smppStandIn,
  stripeFaceStandIn,
  tencentFaceStandIn,
  tencentSmsStandIn,
  twilioStandIn,
  yidunStandIn,
  yunpianStandIn,
  yunxinStandIn,
];
