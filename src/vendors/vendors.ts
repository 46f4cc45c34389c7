import type { Vendor } from '../providers/vendor.ts';
import { yunxin } from './yunxin.ts';

/** Every vendor that a provider can be made of, by code. */
export const vendors: readonly Vendor[] = [yunxin];
