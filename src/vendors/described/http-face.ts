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
  devices: ['mobile', 'wechat', 'desktop'],
  needsNationalId: ({ needsNationalId }) => needsNationalId,
  browserData: null,
  findConfigFaults: (settings) => compileFace(settings).faults,
  open: (settings, tools) => openDescribedFace(compileFace(settings), settings, tools),
});
