import type { Static, TObject } from 'typebox';
import { NotSent } from '../../foundation/outbound/http-client.ts';
import type { Vendor } from './any-vendor.ts';
import { requireCompared } from './confirm-person.ts';
import { findFault } from './find-fault.ts';
import type { OpenPayments, PaymentProvider, PaymentVendor } from './payment.ts';
import type { FaceProvider, Failure, MessageProvider } from './provider.ts';
import type { FaceVendor, MessageVendor, OpenFace, OpenMessages, Tools } from './vendor.ts';

/** A provider, plus what the platform itself needs from it. */
export type OpenedMessages = MessageProvider &
  Pick<OpenMessages, 'readCallback' | 'retire' | 'close'> &
  Pick<MessageVendor, 'receipts'>;
export type OpenedFace = FaceProvider & Pick<OpenFace, 'readCallback' | 'close'>;
export type OpenedPayments = PaymentProvider & Pick<OpenPayments, 'readCallback'>;
export type OpenedProvider = OpenedMessages | OpenedFace | OpenedPayments;

/** The arguments for opening a vendor as a provider. */
export interface Opening {
  code: string;
  config: Static<TObject>;
  tools: Tools;
}

/** Opens a vendor of any kind. */
export function openVendor(vendor: Vendor, opening: Opening): OpenedProvider {
  switch (vendor.kind) {
    case 'face':
      return openFace(vendor, opening);
    case 'payment':
      return openPayments(vendor, opening);
    default:
      return openMessages(vendor, opening);
  }
}

export function openMessages(
  vendor: MessageVendor,
  { code, config, tools }: Opening,
): OpenedMessages {
  const { send, receipts = vendor.receipts, ...open } = vendor.open(config, tools);
  return {
    ...open,
    kind: vendor.kind,
    receipts,
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
  const { screen, startSession, queryResult, erase, ...open } = vendor.open(config, tools);
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
    queryResult: async (sessionRef, context) =>
      requireCompared(await queryResult(sessionRef, context)),
    ...(erase ? { erase } : { erase: async () => {}, hasNoErasure: true }),
  };
}

export function openPayments(
  vendor: PaymentVendor,
  { code, config, tools }: Opening,
): OpenedPayments {
  const { begin, refund, inApp, ...open } = vendor.open(config, tools);
  return {
    ...open,
    kind: 'payment',
    code,
    vendorCode: vendor.code,
    title: vendor.title,
    horizonHours: vendor.horizonHours,
    methods: Object.fromEntries(
      Object.entries(vendor.methods).filter(([, { app }]) => inApp || app === undefined),
    ),
    currencies: vendor.currencies,
    begin: (order, context) => begin(order, context).catch(failureOf),
    refund: (asked, context) => refund(asked, context).catch(failureOf),
    ...(inApp
      ? {
          inApp: {
            ...inApp,
            begin: (order, payerCode, context) =>
              inApp.begin(order, payerCode, context).catch(failureOf),
          },
        }
      : {}),
  };
}

/** Maps a network error to a failure. It means the same for every vendor, so adapters do not handle it. */
export function failureOf(fault: unknown): Failure {
  const detail = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof NotSent) {
    return { kind: 'unavailable', reason: 'provider_unreachable', detail };
  }
  return { kind: 'unknown', reason: 'no_answer', detail };
}
