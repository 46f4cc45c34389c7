import type { Vendor } from '../providers/vendor.ts';
import { alibabaFace } from './alibaba-face.ts';
import { alibabaSms } from './alibaba-sms.ts';
import { yunxin } from './yunxin.ts';

/** Every vendor that a provider can be made of, by code. */
export const vendors: readonly Vendor[] = [alibabaFace, alibabaSms, yunxin];
