// Made from the contract by `npm run generate`. Not to be changed by hand.
import type { CallOptions, Reply } from './client-options.ts';

/** Asks for an authentication link. Charged at the unit price of the product. */
export type FaceVerifyRequest = {
  /** The person's name. No control characters, and at least one that can be seen. */
  name: string;
  /** The national ID number, in printable characters. The operator, or a provider that needs it, can demand an 18-character number with a right check digit and a real birth date. */
  cardNo: string;
  /** Where the person is sent after the check: an absolute http, https or app address, without a user name. Schemes of browsers and operating systems, such as mailto or intent, are refused. Without it the person ends on a closing page. An account can have a list of origins. */
  redirectUrl?: string | undefined;
};

/** A link for the person and a token for the caller. */
export type FaceVerifyResponse = {
  /** The product. */
  productCode: "face_verify";
  /** Identifier of the verification provider. */
  providerCode: string;
  /** The token to ask for the result with. */
  authToken: string;
  /** The link that the person opens, also as a QR code, to do the check. It lives two hours, unless the operator set another time. With the result its page shows a reference, the last 8 characters of the `requestId` of this reply, by which the person can name the check to you. */
  authUrl: string;
};

/** Asks for the result of a check. Always free. */
export type FaceRecheckRequest = {
  /** The token of the check, as the link reply gave it. Its presence makes the call a recheck. */
  authToken: string;
};

/** How a check stands. */
export type FaceRecheckResponse = {
  /** Identifier of the verification provider. */
  providerCode: string;
  /** The provider's identifier of the check. Empty until a provider has one. */
  taskId: string;
  /** 0 pending, 1 passed, 2 failed, 3 expired, 4 cancelled by the person. Only 0 can change. */
  status: 0 | 1 | 2 | 3 | 4;
  /** The token of the check, as the link reply gave it. Its presence makes the call a recheck. */
  authToken: string;
};

/** Sends a verification code. */
export type SmsCodeRequest = {
  /** The mobile number of the recipient, valid and in use for mobiles: with its country code, as +8613800000000, or in the national form of the platform's region. In ASCII digits; spaces, hyphens, dots and brackets are fine. Limits count the number, however it is written. Returned as sent. */
  mobile: string;
  /** The verification code to send. No white space, no control characters, no invisible characters. A string, so that leading zeros are kept. */
  code: string;
};

/** A verification code that was accepted. */
export type SmsGatewayResponse = {
  /** The product. */
  productCode: "sms_code";
  /** The number, as it was sent. */
  mobile: string;
  /** Identifier of the template used. The platform chooses it, not the caller. */
  templateId: string;
};

/** Sends a notification. Every further field is a variable of the template: those that the template does not use are ignored, one that it needs must be there, as a text of at most 500 characters or a number. */
export type SmsNoticeRequest = {
  /** The mobile number of the recipient, valid and in use for mobiles: with its country code, as +8613800000000, or in the national form of the platform's region. In ASCII digits; spaces, hyphens, dots and brackets are fine. Limits count the number, however it is written. Returned as sent. */
  mobile: string;
  /** The text of the notification. Tabs and line breaks are fine. */
  content: string;
  [variable: string]: string | number;
};

/** A notification that was accepted. */
export type GatewaySmsResponse = {
  /** The product. */
  productCode: "sms_notice";
  /** The number, as it was sent. */
  mobile: string;
  /** Identifier of the template used. The platform chooses it, not the caller. */
  templateId: string;
};

/** Asks how a message stands, by the requestId of the reply that accepted it. */
export type SmsStatusRequest = {
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
};

/** How a message stands. */
export type SmsStatusResponse = {
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** The product that the message was sent with. */
  productCode: "sms_code" | "sms_notice";
  /** The number, as it was sent. Left out when the message is so old that its number is no longer kept. */
  mobile?: string | undefined;
  /** Identifier of the template used. The platform chooses it, not the caller. */
  templateId: string;
  /** The provider that carries the message; empty until one has been asked. */
  providerCode: string;
  /** accepted, then sent, then one of the final states: delivered, undelivered, expired, rejected, or unknown when no receipt came within 72 hours. */
  state: "accepted" | "sent" | "delivered" | "undelivered" | "expired" | "rejected" | "unknown";
  /** Why the message did not arrive, or null; the message of the reply says it in words. */
  reason: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
  /** How many SMS the text takes. 0 while it is not known. */
  parts: number;
  /** When the call was accepted. */
  acceptedAt: string;
  /** When a provider took the message, or null. */
  sentAt: string | null;
  /** When the final state was reached, or null. */
  finishedAt: string | null;
};

/** No fields: the key says whose wallet it is. */
export type BalanceRequest = Record<string, never>;

/** The wallet of the account in the mode of the key. */
export type BalanceResponse = {
  /** What can be spent. Below zero where a credit limit is in use. */
  available: string;
  /** What is set aside for calls whose outcome is not known yet. */
  held: string;
  /** The currency of all amounts. */
  currency: string;
  /** The mode of the key, and so of the wallet. */
  mode: "test" | "live";
};

/** Asks for the calls and charges of some days. */
export type UsageRequest = {
  /** The first day, as YYYY-MM-DD. */
  from: string;
  /** The last day, as YYYY-MM-DD, inclusive. At most 92 days in all. */
  to: string;
};

/** What the account used, day by day. */
export type UsageResponse = {
  /** The first day. */
  from: string;
  /** The last day, inclusive. */
  to: string;
  /** The time zone in which days begin and end. */
  timeZone: string;
  /** The currency of all amounts. */
  currency: string;
  /** The mode of the key, and so of the wallet. */
  mode: "test" | "live";
  /** One row for each day and product that had calls, in order of days. */
  days: ({
    /** The day. */
    day: string;
    /** The product. */
    productCode: "face_verify" | "sms_code" | "sms_notice";
    /** Accepted calls. */
    calls: number;
    /** What they cost. */
    charged: string;
    /** Calls that ended with an error and were not charged. */
    refused: number;
  })[];
  /** The sum of all rows. */
  total: {
    /** Accepted calls. */
    calls: number;
    /** What they cost. */
    charged: string;
    /** Calls that ended with an error and were not charged. */
    refused: number;
  };
};

/** Makes an endpoint in the mode of the key. */
export type WebhookEndpointCreateRequest = {
  /** Where events are sent: an http or https address that can be reached from the internet. */
  url: string;
  /** The types of events that it is told of. All without it. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** What it is for, in your own words. */
  description?: string | undefined;
};

/** The endpoint, with its secret. */
export type WebhookEndpointCreateResponse = {
  /** The endpoint. */
  endpointId: number;
  /** Where events are sent. */
  url: string;
  /** The types of events that it is told of. */
  events: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[];
  /** What it is for. */
  description: string;
  /** `on`; `off`: switched off by you; `disabled`: switched off by the platform, because it failed for five days or answered with 410 Gone. */
  state: "on" | "off" | "disabled";
  /** What deliveries are signed with. It is shown now, and never again. */
  secret: string;
};

/** No fields: the key says whose they are. */
export type WebhookEndpointListRequest = Record<string, never>;

/** The endpoints of the account in this mode. */
export type WebhookEndpointListResponse = {
  /** The oldest first. */
  endpoints: (WebhookEndpoint)[];
};

/** Changes the fields that it names, and leaves the others. */
export type WebhookEndpointUpdateRequest = {
  /** The endpoint. */
  endpointId: number;
  /** Where events are sent: an http or https address that can be reached from the internet. */
  url?: string | undefined;
  /** The types of events that it is told of. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** What it is for, in your own words. */
  description?: string | undefined;
  /** Switches it on or off. What waits for it waits on; what happens while it is off is not sent, unless it is replayed. */
  isOn?: boolean | undefined;
};

/** Takes an endpoint away, for good. */
export type WebhookEndpointDeleteRequest = {
  /** The endpoint. */
  endpointId: number;
};

/** The endpoint that is gone. */
export type WebhookEndpointDeleteResponse = {
  /** The endpoint. */
  endpointId: number;
};

/** Makes a new secret. For a day deliveries are signed with both. */
export type WebhookEndpointRollSecretRequest = {
  /** The endpoint. */
  endpointId: number;
};

/** The new secret. */
export type WebhookEndpointRollSecretResponse = {
  /** The endpoint. */
  endpointId: number;
  /** What deliveries are signed with. It is shown now, and never again. */
  secret: string;
  /** Until when deliveries are signed with the old secret, too. */
  oldSecretUntil: string;
};

/** Sends `endpoint.test` to the endpoint, as every event is sent. */
export type WebhookEndpointTestRequest = {
  /** The endpoint. */
  endpointId: number;
};

/** The delivery to look for. */
export type WebhookEndpointTestResponse = {
  /** The delivery: an event on its way to an endpoint. */
  deliveryId: string;
  /** The event. */
  eventId: string;
};

/** Asks for deliveries, the newest first. */
export type WebhookDeliveryListRequest = {
  /** The endpoint. */
  endpointId?: number | undefined;
  /** Those that stand so. */
  state?: "pending" | "delivered" | "failed" | undefined;
  /** Those of such events. */
  type?: "face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test" | undefined;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId?: string | undefined;
  /** The `cursor` of the page before. */
  cursor?: string | undefined;
  /** How many, 50 without it. */
  limit?: number | undefined;
};

/** One page of deliveries. */
export type WebhookDeliveryListResponse = {
  /** The newest first. */
  deliveries: (WebhookDelivery)[];
  /** What to ask for the next page with; null where this is the last. */
  cursor: string | null;
};

/** Sends again: one delivery, or what happened in a time to one endpoint. */
export type WebhookReplayRequest = {
  /** The delivery to send again. */
  deliveryId?: string | undefined;
  /** The endpoint to send all events of a time to, those that it missed as well. */
  endpointId?: number | undefined;
  /** From when on; with `endpointId`. */
  from?: string | undefined;
  /** Until when; with `endpointId`. Until now without it. */
  to?: string | undefined;
};

/** They are due at once. */
export type WebhookReplayResponse = {
  /** How many are sent again. */
  count: number;
};

/** Asks for what has happened. For development: a listener has no address, is known by test keys alone, and is gone when nobody asked for five minutes. */
export type WebhookListenRequest = {
  /** The listener of the reply before; without it a new one is made. */
  listenerId?: number | undefined;
  /** The deliveries that were taken; the others come again. */
  acknowledge?: (string)[] | undefined;
  /** The types of events that it is told of. All without it. It counts when the listener is made. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** How long to wait for something to happen; 20 without it. */
  waitSeconds?: number | undefined;
};

/** Deliveries to hand on. */
export type WebhookListenResponse = {
  /** The endpoint. */
  listenerId: number;
  /** What the deliveries are signed with. Only when the listener is made. */
  secret?: string | undefined;
  /** What is due, the oldest first; none when nothing happened. */
  deliveries: ({
    /** The delivery: an event on its way to an endpoint. */
    deliveryId: string;
    /** The header fields of the delivery, signed. */
    headers: {
      'content-type': "application/json";
      'webhook-id': string;
      'webhook-timestamp': string;
      'webhook-signature': string;
    };
    /** The body, to the byte as it is signed. */
    body: string;
  })[];
};

/** An address of the account that is told what happens. */
export type WebhookEndpoint = {
  /** The endpoint. */
  endpointId: number;
  /** Where events are sent. */
  url: string;
  /** The types of events that it is told of. */
  events: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[];
  /** What it is for. */
  description: string;
  /** `on`; `off`: switched off by you; `disabled`: switched off by the platform, because it failed for five days or answered with 410 Gone. */
  state: "on" | "off" | "disabled";
};

/** One event for one endpoint. */
export type WebhookDelivery = {
  /** The delivery: an event on its way to an endpoint. */
  deliveryId: string;
  /** The endpoint. */
  endpointId: number;
  /** The event. */
  eventId: string;
  /** What happened. */
  type: "face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test";
  /** `pending`; `delivered`: answered with a 2xx; `failed`: given up. */
  state: "pending" | "delivered" | "failed";
  /** How often it was tried. */
  attempts: number;
  /** When it is tried next; null when it is not. */
  dueAt: string | null;
  /** The HTTP status of the last answer, or null where there was none. */
  lastStatus: number | null;
  /** What went wrong last, in words, or null. */
  lastProblem: string | null;
  /** When it was acknowledged, or null. */
  deliveredAt: string | null;
};

/** The envelope that every success reply has, with its data. */
export type FaceVerifyEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `default`: the price of the product. `account`: a price agreed for the account. */
  priceSource: "default" | "account";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: FaceVerifyResponse;
};

/** The envelope that every success reply has, with its data. */
export type FaceRecheckEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `recheck_free`: a recheck. */
  priceSource: "recheck_free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: FaceRecheckResponse;
};

/** The envelope that every success reply has, with its data. */
export type SmsCodeEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `default`: the price of the product. `account`: a price agreed for the account. */
  priceSource: "default" | "account";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: SmsGatewayResponse;
};

/** The envelope that every success reply has, with its data. */
export type SmsNoticeEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `default`: the price of the product. `account`: a price agreed for the account. */
  priceSource: "default" | "account";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: GatewaySmsResponse;
};

/** The envelope that every success reply has, with its data. */
export type SmsStatusEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: SmsStatusResponse;
};

/** The envelope that every success reply has, with its data. */
export type BalanceEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: BalanceResponse;
};

/** The envelope that every success reply has, with its data. */
export type UsageEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: UsageResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointCreateEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointCreateResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointListEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointListResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointUpdateEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpoint;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointDeleteEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointDeleteResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointRollSecretEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointRollSecretResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookEndpointTestEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointTestResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookDeliveryListEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookDeliveryListResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookReplayEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookReplayResponse;
};

/** The envelope that every success reply has, with its data. */
export type WebhookListenEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result in words, for people. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** Why the call costs what it costs. `free`: an operation without a price. */
  priceSource: "free";
  /** What the call costs, with four decimals. */
  unitPrice: string;
  data: WebhookListenResponse;
};

/** A face check has its result. */
export type FaceFinishedEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "face.finished";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
    requestId: string;
    /** 1 passed, 2 failed, 3 expired, 4 cancelled by the person. */
    status: 1 | 2 | 3 | 4;
    /** Why it did not succeed, or null. */
    reason: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** The provider that did it; empty where none was asked. */
    providerCode: string;
    /** The provider's identifier of the check. Empty where it has none. */
    taskId: string;
    /** What the call cost, with four decimals. */
    unitPrice: string;
  };
};

/** A person took back their consent: erase what you have of the check. */
export type FaceWithdrawnEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "face.withdrawn";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
    requestId: string;
  };
};

/** A message arrived. */
export type SmsDeliveredEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "sms.delivered";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
    requestId: string;
    /** The product that the message was sent with. */
    productCode: "sms_code" | "sms_notice";
    /** The final state of the message. */
    state: "delivered";
    /** Why it did not succeed, or null. */
    reason: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** How many SMS the text took. */
    parts: number;
    /** The provider that did it; empty where none was asked. */
    providerCode: string;
    /** What the call cost, with four decimals. */
    unitPrice: string;
  };
};

/** A message did not arrive, or nobody knows whether it did. */
export type SmsFailedEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "sms.failed";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
    requestId: string;
    /** The product that the message was sent with. */
    productCode: "sms_code" | "sms_notice";
    /** The final state of the message. */
    state: "undelivered" | "expired" | "rejected" | "unknown";
    /** Why it did not succeed, or null. */
    reason: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** How many SMS the text took. */
    parts: number;
    /** The provider that did it; empty where none was asked. */
    providerCode: string;
    /** What the call cost, with four decimals. */
    unitPrice: string;
  };
};

/** A call that was answered with 504 has its end. */
export type CallResolvedEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "call.resolved";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
    requestId: string;
    /** The product that was called. */
    productCode: "face_verify" | "sms_code" | "sms_notice";
    /** `done`: it was carried out. `released`: it was not, and costs nothing. */
    state: "done" | "released";
    /** Why it did not succeed, or null. */
    reason: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** What the call costs in the end; 0 where it was released. */
    charged: string;
  };
};

/** The balance fell below the threshold of the wallet. */
export type BalanceLowEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "balance.low";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** What can be spent. Below zero where a credit limit is in use. */
    available: string;
    /** Below this the wallet is called low. */
    threshold: string;
  };
};

/** A key ends in seven days. */
export type KeyExpiringEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "key.expiring";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** The key. */
    keyId: number;
    /** The last four characters of it. */
    lastFour: string;
    /** When the key ends. */
    expiresAt: string;
  };
};

/** A key was revoked. */
export type KeyRevokedEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "key.revoked";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** The key. */
    keyId: number;
    /** The last four characters of it. */
    lastFour: string;
    /** When the key was revoked. */
    revokedAt: string;
  };
};

/** An endpoint of the account was switched off; the others are told. */
export type EndpointDisabledEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "endpoint.disabled";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** The endpoint. */
    endpointId: number;
    /** Its address. */
    url: string;
    /** `failing`: nothing but failure for five days. `gone`: it answered with 410 Gone. */
    because: "failing" | "gone";
  };
};

/** Somebody asked for a trial of the endpoint. */
export type EndpointTestEvent = {
  /** The event, and the header `webhook-id`. A repetition has the same id. */
  id: string;
  /** What happened. */
  type: "endpoint.test";
  /** When it happened. */
  timestamp: string;
  /** The mode it happened in. */
  mode: "test" | "live";
  /** Counts the events of one call, check, wallet, key or endpoint, in the order in which they happened. Deliveries may come in another. */
  sequence: number;
  data: {
    /** The endpoint. */
    endpointId: number;
  };
};

/** Every reply that is not a success has this body. */
export type ErrorResponse = {
  /** The HTTP status times one hundred, plus a number. It never changes its meaning. */
  code: number;
  /** The error in words, for people, in English or Chinese by Accept-Language. */
  message: string;
  /** Identifier of the request: a UUID, version 7. Quote it when you ask for help. */
  requestId: string;
  /** The name of the error, for programs. It says the same as `code`. */
  reason: "body_missing" | "body_malformed" | "body_not_object" | "duplicate_field" | "invalid_request" | "missing_variable" | "provider_rejected" | "invalid_idempotency_key" | "http_malformed" | "passkey_needs_name" | "sign_in_required" | "factor_required" | "key_missing" | "key_invalid" | "product_not_in_scope" | "address_not_allowed" | "account_suspended" | "product_off" | "balance_too_low" | "key_spend_cap" | "account_spend_cap" | "region_not_allowed" | "auth_token_unknown" | "redirect_not_allowed" | "request_unknown" | "product_not_available" | "endpoint_unknown" | "delivery_unknown" | "listen_test_only" | "right_missing" | "oidc_unknown" | "console_needs_https" | "sign_in_failed" | "code_wrong" | "oidc_failed" | "route_not_found" | "template_not_assigned" | "invitation_gone" | "nothing_there" | "method_not_allowed" | "request_timeout" | "idempotency_in_flight" | "body_too_large" | "callback_too_large" | "content_type" | "idempotency_body_differs" | "endpoint_off" | "too_many_endpoints" | "refused" | "rate_limited_key" | "rate_limited_number" | "duplicate_code" | "prefix_closed" | "rate_limited_address" | "too_many_tries" | "rate_limited_trials" | "headers_too_large" | "internal" | "provider_unavailable" | "database_unavailable" | "shutting_down" | "overloaded" | "outcome_unknown";
  /** The fields at fault, where fields are at fault. */
  details?: (ErrorDetail)[] | undefined;
  /** The page that explains this error: its cause, and what to do. */
  docUrl: string;
};

/** One fault of one field. */
export type ErrorDetail = {
  /** The field that is at fault. */
  field: string;
  /** What is wrong with it, in words, in the language of `message`. */
  problem: string;
  /** Why a provider refused it, for programs. */
  reason?: "number_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | undefined;
};

/** Everything that the platform can be asked for. */
export interface Operations {
  /** Get an authentication link. */
  faceVerify(request: FaceVerifyRequest, options?: CallOptions): Promise<Reply<FaceVerifyEnvelope>>;
  /** Query the result (recheck). */
  faceRecheck(request: FaceRecheckRequest, options?: CallOptions): Promise<Reply<FaceRecheckEnvelope>>;
  /** Send a verification code. */
  smsCode(request: SmsCodeRequest, options?: CallOptions): Promise<Reply<SmsCodeEnvelope>>;
  /** Send a notification. */
  smsNotice(request: SmsNoticeRequest, options?: CallOptions): Promise<Reply<SmsNoticeEnvelope>>;
  /** Ask how a message stands. */
  smsStatus(request: SmsStatusRequest, options?: CallOptions): Promise<Reply<SmsStatusEnvelope>>;
  /** Show the balance. */
  balance(request?: BalanceRequest, options?: CallOptions): Promise<Reply<BalanceEnvelope>>;
  /** Show the usage of some days. */
  usage(request: UsageRequest, options?: CallOptions): Promise<Reply<UsageEnvelope>>;
  /** Make an endpoint. */
  webhookEndpointCreate(request: WebhookEndpointCreateRequest, options?: CallOptions): Promise<Reply<WebhookEndpointCreateEnvelope>>;
  /** List the endpoints. */
  webhookEndpointList(request?: WebhookEndpointListRequest, options?: CallOptions): Promise<Reply<WebhookEndpointListEnvelope>>;
  /** Change an endpoint. */
  webhookEndpointUpdate(request: WebhookEndpointUpdateRequest, options?: CallOptions): Promise<Reply<WebhookEndpointUpdateEnvelope>>;
  /** Take an endpoint away. */
  webhookEndpointDelete(request: WebhookEndpointDeleteRequest, options?: CallOptions): Promise<Reply<WebhookEndpointDeleteEnvelope>>;
  /** Make a new secret. */
  webhookEndpointRollSecret(request: WebhookEndpointRollSecretRequest, options?: CallOptions): Promise<Reply<WebhookEndpointRollSecretEnvelope>>;
  /** Send a trial event. */
  webhookEndpointTest(request: WebhookEndpointTestRequest, options?: CallOptions): Promise<Reply<WebhookEndpointTestEnvelope>>;
  /** List deliveries. */
  webhookDeliveryList(request?: WebhookDeliveryListRequest, options?: CallOptions): Promise<Reply<WebhookDeliveryListEnvelope>>;
  /** Send deliveries again. */
  webhookReplay(request?: WebhookReplayRequest, options?: CallOptions): Promise<Reply<WebhookReplayEnvelope>>;
  /** Listen while developing. */
  webhookListen(request?: WebhookListenRequest, options?: CallOptions): Promise<Reply<WebhookListenEnvelope>>;
}

/** A question changes nothing, and needs no key to be repeated. */
export const operationTable = {
  faceVerify: { path: 'face_verify', isQuestion: false },
  faceRecheck: { path: 'face_verify', isQuestion: true },
  smsCode: { path: 'sms_code', isQuestion: false },
  smsNotice: { path: 'sms_notice', isQuestion: false },
  smsStatus: { path: 'sms_status', isQuestion: true },
  balance: { path: 'balance', isQuestion: true },
  usage: { path: 'usage', isQuestion: true },
  webhookEndpointCreate: { path: 'webhook_endpoint_create', isQuestion: false },
  webhookEndpointList: { path: 'webhook_endpoint_list', isQuestion: true },
  webhookEndpointUpdate: { path: 'webhook_endpoint_update', isQuestion: false },
  webhookEndpointDelete: { path: 'webhook_endpoint_delete', isQuestion: false },
  webhookEndpointRollSecret: { path: 'webhook_endpoint_roll_secret', isQuestion: false },
  webhookEndpointTest: { path: 'webhook_endpoint_test', isQuestion: false },
  webhookDeliveryList: { path: 'webhook_delivery_list', isQuestion: true },
  webhookReplay: { path: 'webhook_replay', isQuestion: false },
  webhookListen: { path: 'webhook_listen', isQuestion: true },
} as const satisfies Record<keyof Operations, { path: string; isQuestion: boolean }>;

/** What a delivery tells: `type` says which it is. */
export type WebhookEvent =
  | FaceFinishedEvent
  | FaceWithdrawnEvent
  | SmsDeliveredEvent
  | SmsFailedEvent
  | CallResolvedEvent
  | BalanceLowEvent
  | KeyExpiringEvent
  | KeyRevokedEvent
  | EndpointDisabledEvent
  | EndpointTestEvent;

/** Why the platform refused, or could not. */
export type Reason = ErrorResponse['reason'];

/**
 * What passes, of the errors below 500: the same request with the same key can succeed later. A limit
 * on what one person gets is not among them.
 */
export const repeatableReasons = [
  'request_timeout',
  'idempotency_in_flight',
  'rate_limited_key',
  'rate_limited_address',
] as const satisfies Reason[];
