import type { Static, TObject } from 'typebox';
import { NotSent } from '../../foundation/outbound/http-client.ts';
import { findFault } from './find-fault.ts';
import type { FaceProvider, Failure, SmsProvider } from './provider.ts';
import type { FaceVendor, OpenFace, OpenSms, SmsVendor, Tools } from './vendor.ts';

/** A provider with what else the platform needs of it. */
export type OpenedSms = SmsProvider & Pick<OpenSms, 'readCallback' | 'retire' | 'close'>;
export type OpenedFace = FaceProvider & Pick<OpenFace, 'readCallback' | 'close'>;

/** What a vendor is opened with to be a provider. */
export interface Opening {
  code: string;
  config: Static<TObject>;
  tools: Tools;
}

export function openSms(vendor: SmsVendor, { code, config, tools }: Opening): OpenedSms {
  const { send, receipts = vendor.receipts, ...open } = vendor.open(config, tools);
  return {
    ...open,
    kind: 'sms',
    code,
    vendorCode: vendor.code,
    title: vendor.title,
    horizonHours: vendor.horizonHours,
    isPolled: receipts.includes('query') && !receipts.includes('push'),
    findFault: (asked) => findFault(vendor, config, asked),
    send: (asked, context) => send(asked, context).catch(failureOf),
  };
}

export function openFace(vendor: FaceVendor, { code, config, tools }: Opening): OpenedFace {
  const { screen, startSession, erase, ...open } = vendor.open(config, tools);
  return {
    ...open,
    kind: 'face',
    code,
    vendorCode: vendor.code,
    title: vendor.title,
    horizonHours: vendor.horizonHours,
    devices: vendor.devices,
    needsNationalId:
      typeof vendor.needsNationalId === 'function'
        ? vendor.needsNationalId(config)
        : vendor.needsNationalId,
    browserData: vendor.browserData?.(config) ?? null,
    screen: screen ?? (() => ({ kind: 'done', providerRef: '' })),
    startSession: (start, context) => startSession(start, context).catch(failureOf),
    erase: erase ?? (async () => {}),
  };
}

/** No adapter says what a lost connection means: it means the same for all of them. */
export function failureOf(fault: unknown): Failure {
  const detail = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof NotSent) {
    return { kind: 'unavailable', reason: 'provider_unreachable', detail };
  }
  return { kind: 'unknown', reason: 'no_answer', detail };
}
