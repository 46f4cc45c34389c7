import { alibabaFace } from './adapters/alibaba/alibaba-face.ts';
import { alibabaSms } from './adapters/alibaba/alibaba-sms.ts';
import { alipay } from './adapters/alipay/alipay.ts';
import { awsSms } from './adapters/aws/aws-sms.ts';
import { baiduFace } from './adapters/baidu/baidu-face.ts';
import { baiduSms } from './adapters/baidu/baidu-sms.ts';
import { chuanglan } from './adapters/chuanglan/chuanglan.ts';
import { huawei } from './adapters/huawei/huawei.ts';
import { infobip } from './adapters/infobip/infobip.ts';
import { yidun } from './adapters/netease/yidun.ts';
import { yunxin } from './adapters/netease/yunxin.ts';
import { smpp } from './adapters/smpp/smpp.ts';
import { smtp } from './adapters/smtp/smtp.ts';
import { stripeCheckout } from './adapters/stripe/stripe-checkout.ts';
import { stripeFace } from './adapters/stripe/stripe-face.ts';
import { tencentFace } from './adapters/tencent/tencent-face.ts';
import { tencentFaceH5 } from './adapters/tencent/tencent-face-h5.ts';
import { tencentSms } from './adapters/tencent/tencent-sms.ts';
import { twilio } from './adapters/twilio/twilio.ts';
import { twilioVoice } from './adapters/twilio/twilio-voice.ts';
import { ucloudSms } from './adapters/ucloud/ucloud-sms.ts';
import { veriff } from './adapters/veriff/veriff.ts';
import { volcengineSms } from './adapters/volcengine/volcengine-sms.ts';
import { vonage } from './adapters/vonage/vonage.ts';
import { wechatPay } from './adapters/wechat-pay/wechat-pay.ts';
import { yunpian } from './adapters/yunpian/yunpian.ts';
import { httpFace } from './described/http-face.ts';
import { httpSms } from './described/http-sms.ts';
import type { Vendor } from './providers/any-vendor.ts';

/** Every vendor that a provider can use, by code. */
export const vendors: readonly Vendor[] = [
  alibabaFace,
  alibabaSms,
  alipay,
  awsSms,
  baiduFace,
  baiduSms,
  chuanglan,
  httpFace,
  httpSms,
  huawei,
  infobip,
  smpp,
  smtp,
  stripeCheckout,
  stripeFace,
  tencentFace,
  tencentFaceH5,
  tencentSms,
  twilio,
  twilioVoice,
  ucloudSms,
  veriff,
  volcengineSms,
  vonage,
  wechatPay,
  yidun,
  yunpian,
  yunxin,
];
