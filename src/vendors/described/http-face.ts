import { asFaceVendor } from '../providers/vendor.ts';
import { compileFace } from './compile-face.ts';
import { faceSettings } from './face-settings.ts';
import { openDescribedFace } from './open-described-face.ts';

/** A face vendor with an HTTP API that the operator describes in settings, without code. */
export const httpFace = asFaceVendor<typeof faceSettings>({
  kind: 'face',
  code: 'http-face',
  title: { en: 'Custom HTTP API (face)', zh: '自定义 HTTP 接口（人脸核验）' },
  config: faceSettings,
  codes: {},
  horizonHours: 72,
  identityProof: {
    en:
      'As you describe it: the result names the person compared, or the vendor is sent the name and ID number of ' +
      'the call and lets nobody change them.',
    zh: '取决于您的描述：结果返回被比对人的身份，或由服务商按请求中的姓名和证件号码比对且用户无法更改。',
  },
  devices: ['mobile', 'wechat', 'desktop'],
  needsNationalId: ({ needsNationalId }) => needsNationalId,
  browserData: null,
  findConfigFaults: (settings) => compileFace(settings).faults,
  open: (settings, tools) => openDescribedFace(compileFace(settings), settings, tools),
});
