import type { StandIn } from './stand-in.ts';
import { yunxinStandIn } from './yunxin.ts';

/** Every vendor that can be played on this machine, by code. */
export const standIns: readonly StandIn[] = [yunxinStandIn];
