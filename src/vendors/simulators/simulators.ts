import { alibabaFaceSimulator } from './alibaba-face.ts';
import { alibabaSmsSimulator } from './alibaba-sms.ts';
import { awsSmsSimulator } from './aws-sms.ts';
import { baiduFaceSimulator } from './baidu-face.ts';
import { baiduSmsSimulator } from './baidu-sms.ts';
import { chuanglanSimulator } from './chuanglan.ts';
import { httpFaceSimulator } from './http-face.ts';
import { httpSmsSimulator } from './http-sms.ts';
import { huaweiSimulator } from './huawei.ts';
import { infobipSimulator } from './infobip.ts';
import type { Simulator } from './simulator.ts';
import { smppSimulator } from './smpp.ts';
import { stripeFaceSimulator } from './stripe-face.ts';
import { tencentFaceSimulator } from './tencent-face.ts';
import { tencentFaceH5Simulator } from './tencent-face-h5.ts';
import { tencentSmsSimulator } from './tencent-sms.ts';
import { twilioSimulator } from './twilio.ts';
import { ucloudSmsSimulator } from './ucloud-sms.ts';
import { veriffSimulator } from './veriff.ts';
import { volcengineSmsSimulator } from './volcengine-sms.ts';
import { vonageSimulator } from './vonage.ts';
import { yidunSimulator } from './yidun.ts';
import { yunpianSimulator } from './yunpian.ts';
import { yunxinSimulator } from './yunxin.ts';

/** All vendors with a simulator, by code. */
export const simulators: readonly Simulator[] = [
  alibabaFaceSimulator,
  alibabaSmsSimulator,
  awsSmsSimulator,
  baiduFaceSimulator,
  baiduSmsSimulator,
  chuanglanSimulator,
  httpFaceSimulator,
  httpSmsSimulator,
  huaweiSimulator,
  infobipSimulator,
  smppSimulator,
  stripeFaceSimulator,
  tencentFaceSimulator,
  tencentFaceH5Simulator,
  tencentSmsSimulator,
  twilioSimulator,
  ucloudSmsSimulator,
  veriffSimulator,
  volcengineSmsSimulator,
  vonageSimulator,
  yidunSimulator,
  yunpianSimulator,
  yunxinSimulator,
];
