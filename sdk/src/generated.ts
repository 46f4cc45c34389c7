// Generated from the contract by `npm run generate`. Do not edit.
import type { CallOptions, Reply } from './client-options.ts';

/** Requests an authentication link. Charged at the unit price of the product. */
export type FaceVerifyRequest = {
  /** The person's name: at least one visible character, no control characters. */
  name: string;
  /** The national ID number, in printable characters. The operator, or a provider that needs it, can require an 18-character number with a correct check digit and a real birth date. */
  cardNo: string;
  /** Where the person returns after the check: an absolute http, https or app URL without a user name. Schemes of browsers and operating systems, such as mailto or intent, are rejected. Without it, the person sees a closing page. The operator can restrict the allowed origins per account. */
  redirectUrl?: string | undefined;
};

/** A link for the person and a token for the caller. */
export type FaceVerifyResponse = {
  /** The product. */
  productCode: "face_verify";
  /** The verification provider's ID. */
  providerCode: string;
  /** The token to query the result with. */
  authToken: string;
  /** The link that the person opens to do the check; you can also show it as a QR code. It is valid for two hours unless the operator set another time. The result page shows a reference, the last 8 characters of this response's `requestId`, which the person can quote to you. */
  authUrl: string;
};

/** Queries the result of a check. Always free. */
export type FaceRecheckRequest = {
  /** The authToken returned with the link. Its presence makes the request a recheck. */
  authToken: string;
};

/** The status of a check. */
export type FaceRecheckResponse = {
  /** The verification provider's ID. */
  providerCode: string;
  /** The provider's ID of the check. Empty until the provider has assigned one. */
  taskId: string;
  /** 0 pending, 1 passed, 2 failed, 3 expired, 4 cancelled by the person. Only 0 can change. */
  status: 0 | 1 | 2 | 3 | 4;
  /** The authToken returned with the link. Its presence makes the request a recheck. */
  authToken: string;
};

/** Sends a verification code. */
export type SmsCodeRequest = {
  /** The recipient's mobile number: with its country code, such as +8613800000000, or in the national form of the platform's region. It must be a valid mobile number in ASCII digits; spaces, hyphens, dots and brackets are allowed. Limits apply to the number, however it is written. Returned as sent. */
  mobile: string;
  /** The verification code to send: no white space, control characters or invisible characters. A string, so that leading zeros are kept. */
  code: string;
};

/** An accepted verification code. */
export type SmsGatewayResponse = {
  /** The product. */
  productCode: "sms_code";
  /** The number as you sent it. */
  mobile: string;
  /** ID of the template used. The platform selects the template. */
  templateId: string;
};

/** Sends a notice. Every other field is a template variable: a string of at most 500 characters, or a number. Fields that the template does not use are ignored; variables that it needs are required. */
export type SmsNoticeRequest = {
  /** The recipient's mobile number: with its country code, such as +8613800000000, or in the national form of the platform's region. It must be a valid mobile number in ASCII digits; spaces, hyphens, dots and brackets are allowed. Limits apply to the number, however it is written. Returned as sent. */
  mobile: string;
  /** The text of the notice. Tabs and line breaks are allowed. */
  content: string;
  [variable: string]: string | number;
};

/** An accepted notice. */
export type GatewaySmsResponse = {
  /** The product. */
  productCode: "sms_notice";
  /** The number as you sent it. */
  mobile: string;
  /** ID of the template used. The platform selects the template. */
  templateId: string;
};

/** Queries the status of a message by the requestId of the response that accepted it. */
export type SmsStatusRequest = {
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
};

/** The status of a message. */
export type SmsStatusResponse = {
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Product of the message. */
  productCode: "sms_code" | "sms_notice" | "verify_start" | "verify_voice" | "verify_email";
  /** The number as you sent it. Omitted when the number is past its retention. */
  mobile?: string | undefined;
  /** ID of the template used. The platform selects the template. */
  templateId: string;
  /** The provider that carries the message. Empty until a provider is called. */
  providerCode: string;
  /** accepted, then sent, then a final state: delivered, undelivered, expired, rejected, or unknown if no receipt arrived within 72 hours. */
  state: "accepted" | "sent" | "delivered" | "undelivered" | "expired" | "rejected" | "unknown";
  /** Why the message was not delivered, or null. `message` says it in words. */
  reason: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
  /** Number of SMS segments; 0 until it is known. */
  parts: number;
  /** When the call was accepted. */
  acceptedAt: string;
  /** When a provider accepted the message, or null. */
  sentAt: string | null;
  /** When the message reached its final state, or null. */
  finishedAt: string | null;
};

/** Makes a code and sends it, or sends a new code for an open verification. */
export type VerifyStartRequest = {
  /** How the code is sent: by SMS, by a call that speaks it, or by email. sms and voice need mobile, email needs email. Each channel is a product with its own price, scope and template. Default: sms. */
  channel?: "sms" | "voice" | "email" | undefined;
  /** The recipient's mobile number: with its country code, such as +8613800000000, or in the national form of the platform's region. It must be a valid mobile number in ASCII digits; spaces, hyphens, dots and brackets are allowed. Limits apply to the number, however it is written. Returned as sent. */
  mobile?: string | undefined;
  /** The recipient's email address, in ASCII, for the channel email. Upper and lower case are the same address; mail goes to its spelling in lower case. */
  email?: string | undefined;
  /** What the code is for, such as sign-in or payment: 1 to 32 lowercase letters, digits, hyphens or underscores. A code for one purpose is not valid for another. Default: default. */
  purpose?: string | undefined;
  /** ID of an assigned template. Default: the template of the language. */
  templateId?: string | undefined;
  /** Number of digits of the code. Default: 6. */
  codeLength?: number | undefined;
  /** How long the code is valid, in seconds. Default: 600. */
  ttlSeconds?: number | undefined;
  /** Your own ID, returned by verify_status. Do not put personal data here. */
  reference?: string | undefined;
  /** Language of the message. Default: the language of the response. */
  language?: "en" | "zh" | undefined;
};

/** A code was accepted for sending. */
export type VerifyStartResponse = {
  /** The product, which is that of the channel. */
  productCode: "verify_start" | "verify_voice" | "verify_email";
  /** The verification, as returned by verify_start. */
  verificationId: string;
  /** The number, masked. For sms and voice. */
  mobile?: string | undefined;
  /** The address, masked. For email. */
  email?: string | undefined;
  /** How the code was sent. */
  channel: "sms" | "voice" | "email";
  /** When the code expires. */
  expiresAt: string;
  /** When verify_start can send the next code to this recipient, by any channel. */
  resendAfter: string;
};

/** Checks a code, by verificationId, or by mobile or email and purpose. */
export type VerifyCheckRequest = {
  /** The verification, as returned by verify_start. */
  verificationId?: string | undefined;
  /** The recipient's mobile number: with its country code, such as +8613800000000, or in the national form of the platform's region. It must be a valid mobile number in ASCII digits; spaces, hyphens, dots and brackets are allowed. Limits apply to the number, however it is written. Returned as sent. */
  mobile?: string | undefined;
  /** The recipient's email address, in ASCII, for the channel email. Upper and lower case are the same address; mail goes to its spelling in lower case. */
  email?: string | undefined;
  /** What the code is for, such as sign-in or payment: 1 to 32 lowercase letters, digits, hyphens or underscores. A code for one purpose is not valid for another. Default: default. */
  purpose?: string | undefined;
  /** The code that the person entered. A string, so that leading zeros are kept. */
  code: string;
};

/** The result of a check. */
export type VerifyCheckResponse = {
  /** approved: the code is right, and can be approved only once. wrong: it is not, and the guess was counted. expired: too late. used_up: already approved, or five wrong guesses. cancelled: canceled, or its message was not sent. not_found: no such verification. By mobile or email, the result is approved, wrong or not_found. */
  result: "approved" | "wrong" | "expired" | "used_up" | "cancelled" | "not_found";
  /** The verification, or null if none was found. */
  verificationId: string | null;
  /** Guesses that are left. */
  attemptsLeft: number;
};

/** Names a verification. */
export type VerificationRequest = {
  /** The verification, as returned by verify_start. */
  verificationId: string;
};

/** A verification. */
export type VerificationResponse = {
  /** The verification, as returned by verify_start. */
  verificationId: string;
  /** pending until a final state: approved, used_up after five wrong guesses, expired, or cancelled. */
  state: "pending" | "approved" | "used_up" | "expired" | "cancelled";
  /** What the code is for, such as sign-in or payment: 1 to 32 lowercase letters, digits, hyphens or underscores. A code for one purpose is not valid for another. Default: default. */
  purpose: string;
  /** Your own ID, or null. */
  reference: string | null;
  /** Messages sent. */
  messages: number;
  /** Guesses that are left. */
  attemptsLeft: number;
  /** When it was started. */
  startedAt: string;
  /** When the code expires. */
  expiresAt: string;
  /** When it was approved, used up, cancelled or expired; null while it is pending. */
  endedAt: string | null;
  /** Price of the approval. Held while the verification is pending; 0 if approvals are free. */
  approvalPrice: string;
  /** What was charged for the approval. */
  approvalCharged: string;
};

/** No fields. The key identifies the wallet. */
export type BalanceRequest = Record<string, never>;

/** The account's wallet in the mode of the key. */
export type BalanceResponse = {
  /** Money that can be spent. Negative while a credit limit is in use. */
  available: string;
  /** Money held for calls whose outcome is not known yet. */
  held: string;
  /** The currency of all amounts. */
  currency: string;
  /** The mode of the key and its wallet. */
  mode: "test" | "live";
};

/** Queries calls and charges of a period. */
export type UsageRequest = {
  /** The first day, as YYYY-MM-DD. */
  from: string;
  /** The last day, as YYYY-MM-DD, inclusive. At most 92 days in total. */
  to: string;
};

/** The account's usage per day. */
export type UsageResponse = {
  /** The first day. */
  from: string;
  /** The last day, inclusive. */
  to: string;
  /** The time zone in which a day starts and ends. */
  timeZone: string;
  /** The currency of all amounts. */
  currency: string;
  /** The mode of the key and its wallet. */
  mode: "test" | "live";
  /** One row per day and product with calls, sorted by day. */
  days: ({
    /** The day. */
    day: string;
    /** The product. */
    productCode: "face_verify" | "sms_code" | "sms_notice" | "verify_start" | "verify_voice" | "verify_email" | "verify_approval";
    /** Accepted calls. */
    calls: number;
    /** Amount charged. */
    charged: string;
    /** Calls that failed and were not charged. */
    refused: number;
  })[];
  /** Totals over all rows. */
  total: {
    /** Accepted calls. */
    calls: number;
    /** Amount charged. */
    charged: string;
    /** Calls that failed and were not charged. */
    refused: number;
  };
};

/** Begins a payment into the wallet of the key. */
export type TopupCreateRequest = {
  /** What the wallet gets, in the currency of the platform: a multiple of the currency's smallest unit, greater than 0. */
  amount: string;
  /** The http or https page to which the payer returns, paid or not. */
  returnUrl: string;
  /** The provider to pay through. Default: the first one. */
  provider?: string | undefined;
  /** How to pay, by a code of the provider. Default: its first method. */
  method?: string | undefined;
  /** Your own ID, repeated by topup_status and the events. Do not put personal data here. */
  reference?: string | undefined;
};

/** A payment into the wallet. */
export type TopupResponse = {
  /** The payment, as returned by topup_create. */
  paymentId: string;
  /** Your own reference. */
  reference: string;
  /** What the wallet gets. */
  amount: string;
  /** What the payer pays beyond it. */
  fee: string;
  /** The currency of all amounts but `charged`. */
  currency: string;
  /** What the payer pays in all, in `chargedCurrency`. */
  charged: string;
  /** The currency in which the payer is charged. */
  chargedCurrency: string;
  /** What one unit of `currency` is in `chargedCurrency`. Null if they are the same. */
  rate: string | null;
  /** When the operator set the rate. Null without one. */
  rateSetAt: string | null;
  /** The provider that the payer pays through. */
  providerCode: string;
  /** How the payer pays. */
  method: string;
  /** `pending`: it can still be paid. `paid`: the wallet has the money. `failed`, `expired`: it was not paid; money that arrives after all is credited. `mismatched`: what was paid differs from what was asked for, and the operator looks at it. `ignored`: the operator decided not to credit it. */
  state: "pending" | "paid" | "failed" | "expired" | "mismatched" | "ignored";
  /** The page to send the payer to. Null if the method shows a QR code, or it cannot be paid. */
  payUrl: string | null;
  /** The text of the QR code to show. Null if the method has a page, or it cannot be paid. */
  qrText: string | null;
  /** When it began. */
  begunAt: string;
  /** Until when it can be paid. */
  expiresAt: string;
  /** When it was paid, or null. */
  paidAt: string | null;
  /** What was paid back or taken back. */
  refunded: string;
};

/** Names a payment. */
export type TopupStatusRequest = {
  /** The payment, as returned by topup_create. */
  paymentId: string;
};

/** No fields. Send an empty object. */
export type TopupMethodsRequest = Record<string, never>;

/** The ways to pay into the wallet of the key. */
export type TopupMethodsResponse = {
  /** The ways to pay. The first is the default of topup_create. */
  methods: ({
    /** Send it as `provider` to topup_create. */
    providerCode: string;
    /** Send it as `method` to topup_create. */
    method: string;
    /** Its name for payers. */
    title: {
      en: string;
      zh: string;
    };
    /** `page`: topup_create returns `payUrl`. `qr`: it returns `qrText`. */
    shows: "page" | "qr";
    /** The method works only in the browser of this app, `wechat` for WeChat on a phone: offer it to payers whose User-Agent has `MicroMessenger`, and no QR code of the same provider. Missing for a method that works in every browser. */
    app?: "wechat" | undefined;
    /** The currency of the amounts. */
    currency: string;
    /** The currency in which the payer is charged. */
    chargedCurrency: string;
    /** What one unit of `currency` is in `chargedCurrency`. Null if they are the same. */
    rate: string | null;
    /** When the operator set the rate. Null without one. */
    rateSetAt: string | null;
    /** The smallest amount that the wallet can get at once. */
    minimum: string;
    /** The largest amount that the wallet can get at once. */
    maximum: string;
    /** What the payer pays beyond the amount, in percent of it. Fees are rounded up to the currency's smallest unit. */
    feePercent: string;
    /** What the payer pays beyond the amount and the percentage. */
    feeFixed: string;
  })[];
};

/** Creates an endpoint in the mode of the key. */
export type WebhookEndpointCreateRequest = {
  /** Where events are sent: an http or https URL that is reachable from the internet. */
  url: string;
  /** The event types that the endpoint subscribes to. Default: all. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** Your own description of the endpoint. */
  description?: string | undefined;
};

/** The endpoint with its secret. */
export type WebhookEndpointCreateResponse = {
  /** Endpoint ID. */
  endpointId: number;
  /** Where events are sent. */
  url: string;
  /** The event types that the endpoint subscribes to. */
  events: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[];
  /** Your own description of the endpoint. */
  description: string;
  /** `on`; `off`: you turned it off; `disabled`: the platform turned it off, because it failed for five days or returned 410 Gone. */
  state: "on" | "off" | "disabled";
  /** The secret that signs deliveries. It is shown only this once. */
  secret: string;
};

/** No fields. The key identifies the account. */
export type WebhookEndpointListRequest = Record<string, never>;

/** The account's endpoints and open listeners in this mode. */
export type WebhookEndpointListResponse = {
  /** Endpoints, oldest first. */
  endpoints: (WebhookEndpoint)[];
  /** Open listeners; at most five. */
  listeners: ({
    /** Identifies the listener. */
    listenerId: number;
    /** Event types that it receives. */
    events: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[];
    /** When it ends, unless it asks again before. */
    expiresAt: string;
  })[];
};

/** Changes the fields you send. The others stay as they are. */
export type WebhookEndpointUpdateRequest = {
  /** Endpoint ID. */
  endpointId: number;
  /** Where events are sent: an http or https URL that is reachable from the internet. */
  url?: string | undefined;
  /** The event types that the endpoint subscribes to. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** Your own description of the endpoint. */
  description?: string | undefined;
  /** Turns the endpoint on or off. Pending deliveries keep waiting. Events that happen while it is off are not sent, unless you replay them. */
  isOn?: boolean | undefined;
};

/** A URL of the account that receives events. */
export type WebhookEndpoint = {
  /** Endpoint ID. */
  endpointId: number;
  /** Where events are sent. */
  url: string;
  /** The event types that the endpoint subscribes to. */
  events: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[];
  /** Your own description of the endpoint. */
  description: string;
  /** `on`; `off`: you turned it off; `disabled`: the platform turned it off, because it failed for five days or returned 410 Gone. */
  state: "on" | "off" | "disabled";
};

/** Deletes an endpoint permanently. */
export type WebhookEndpointDeleteRequest = {
  /** Endpoint ID. */
  endpointId: number;
};

/** The deleted endpoint. */
export type WebhookEndpointDeleteResponse = {
  /** Endpoint ID. */
  endpointId: number;
};

/** Creates a new secret. For one day, deliveries are signed with both. */
export type WebhookEndpointRollSecretRequest = {
  /** Endpoint ID. */
  endpointId: number;
};

/** The new secret. */
export type WebhookEndpointRollSecretResponse = {
  /** Endpoint ID. */
  endpointId: number;
  /** The secret that signs deliveries. It is shown only this once. */
  secret: string;
  /** Until when deliveries are also signed with the old secret. */
  oldSecretUntil: string;
};

/** Sends `endpoint.test` to the endpoint, the way every event is sent. */
export type WebhookEndpointTestRequest = {
  /** Endpoint ID. */
  endpointId: number;
};

/** The delivery of the test event. */
export type WebhookEndpointTestResponse = {
  /** Delivery ID. A delivery is one event sent to one endpoint. */
  deliveryId: string;
  /** Event ID. */
  eventId: string;
};

/** Lists deliveries, newest first. */
export type WebhookDeliveryListRequest = {
  /** Endpoint ID. */
  endpointId?: number | undefined;
  /** Only deliveries in this state. */
  state?: "pending" | "delivered" | "failed" | undefined;
  /** Only deliveries of these event types. */
  type?: "face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test" | undefined;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId?: string | undefined;
  /** The `cursor` of the previous page. */
  cursor?: string | undefined;
  /** Page size. Default: 50. */
  limit?: number | undefined;
};

/** One page of deliveries. */
export type WebhookDeliveryListResponse = {
  /** Deliveries, newest first. */
  deliveries: (WebhookDelivery)[];
  /** Cursor of the next page, or null on the last page. */
  cursor: string | null;
};

/** Replays one delivery, or every event of a period to one endpoint. */
export type WebhookReplayRequest = {
  /** The delivery to replay. */
  deliveryId?: string | undefined;
  /** The endpoint that receives every event of a period, including those it missed. */
  endpointId?: number | undefined;
  /** Start of the period; with `endpointId`. */
  from?: string | undefined;
  /** End of the period; with `endpointId`. Default: now. */
  to?: string | undefined;
};

/** The replayed deliveries are due now. */
export type WebhookReplayResponse = {
  /** Number of deliveries that are sent again. */
  count: number;
};

/** Waits for events. For development: a listener has no URL, works only with test keys, and is removed after five minutes without a request. */
export type WebhookListenRequest = {
  /** The `listenerId` of the previous response. Without it, a new listener is created. */
  listenerId?: number | undefined;
  /** Deliveries you accepted. The others are returned again. */
  acknowledge?: (string)[] | undefined;
  /** The event types that the endpoint subscribes to. Default: all. Applies only when the listener is created. */
  events?: ("face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test")[] | undefined;
  /** Seconds to wait for an event. Default: 20. */
  waitSeconds?: number | undefined;
};

/** Deliveries for your handler. */
export type WebhookListenResponse = {
  /** Endpoint ID. */
  listenerId: number;
  /** The secret that signs the deliveries. Returned only when the listener is created. */
  secret?: string | undefined;
  /** Pending deliveries, oldest first. Empty if nothing happened. */
  deliveries: ({
    /** Delivery ID. A delivery is one event sent to one endpoint. */
    deliveryId: string;
    /** The headers of the delivery, including its signature. */
    headers: {
      'content-type': "application/json";
      'webhook-id': string;
      'webhook-timestamp': string;
      'webhook-signature': string;
    };
    /** The body, exactly as signed. */
    body: string;
  })[];
};

/** One event for one endpoint. */
export type WebhookDelivery = {
  /** Delivery ID. A delivery is one event sent to one endpoint. */
  deliveryId: string;
  /** Endpoint ID. */
  endpointId: number;
  /** Event ID. */
  eventId: string;
  /** Event type. */
  type: "face.finished" | "face.withdrawn" | "sms.delivered" | "sms.failed" | "call.resolved" | "verification.approved" | "verification.failed" | "verification.expired" | "topup.succeeded" | "topup.failed" | "topup.refunded" | "invoice.issued" | "invoice.credited" | "fapiao.issued" | "fapiao.refused" | "balance.low" | "key.expiring" | "key.revoked" | "endpoint.disabled" | "endpoint.test";
  /** `pending`; `delivered`: the endpoint returned a 2xx; `failed`: no more retries. */
  state: "pending" | "delivered" | "failed";
  /** Number of attempts. */
  attempts: number;
  /** When the next attempt is due, or null if there is none. */
  dueAt: string | null;
  /** The HTTP status of the last response, or null if there was none. */
  lastStatus: number | null;
  /** The last error as text, or null. */
  lastProblem: string | null;
  /** When the endpoint accepted it, or null. */
  deliveredAt: string | null;
};

/** The envelope of every success response. */
export type FaceVerifyEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `default`: the list price of the product. `account`: a price agreed with the account. */
  priceSource: "default" | "account";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: FaceVerifyResponse;
};

/** The envelope of every success response. */
export type FaceRecheckEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `recheck_free`: a free recheck. */
  priceSource: "recheck_free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: FaceRecheckResponse;
};

/** The envelope of every success response. */
export type SmsCodeEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `default`: the list price of the product. `account`: a price agreed with the account. */
  priceSource: "default" | "account";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: SmsGatewayResponse;
};

/** The envelope of every success response. */
export type SmsNoticeEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `default`: the list price of the product. `account`: a price agreed with the account. */
  priceSource: "default" | "account";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: GatewaySmsResponse;
};

/** The envelope of every success response. */
export type SmsStatusEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: SmsStatusResponse;
};

/** The envelope of every success response. */
export type VerifyStartEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `default`: the list price of the product. `account`: a price agreed with the account. */
  priceSource: "default" | "account";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: VerifyStartResponse;
};

/** The envelope of every success response. */
export type VerifyCheckEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: VerifyCheckResponse;
};

/** The envelope of every success response. */
export type VerificationEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: VerificationResponse;
};

/** The envelope of every success response. */
export type BalanceEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: BalanceResponse;
};

/** The envelope of every success response. */
export type UsageEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: UsageResponse;
};

/** The envelope of every success response. */
export type TopupCreateEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: TopupResponse;
};

/** The envelope of every success response. */
export type TopupStatusEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: TopupResponse;
};

/** The envelope of every success response. */
export type TopupMethodsEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: TopupMethodsResponse;
};

/** The envelope of every success response. */
export type WebhookEndpointCreateEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointCreateResponse;
};

/** The envelope of every success response. */
export type WebhookEndpointListEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointListResponse;
};

/** The envelope of every success response. */
export type WebhookEndpointUpdateEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpoint;
};

/** The envelope of every success response. */
export type WebhookEndpointDeleteEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointDeleteResponse;
};

/** The envelope of every success response. */
export type WebhookEndpointRollSecretEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointRollSecretResponse;
};

/** The envelope of every success response. */
export type WebhookEndpointTestEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookEndpointTestResponse;
};

/** The envelope of every success response. */
export type WebhookDeliveryListEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookDeliveryListResponse;
};

/** The envelope of every success response. */
export type WebhookReplayEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookReplayResponse;
};

/** The envelope of every success response. */
export type WebhookListenEnvelope = {
  /** 0 on success. */
  code: 0;
  /** The result as text, for people. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** Source of the price. `free`: a free operation. */
  priceSource: "free";
  /** Price of the call, with four decimals. */
  unitPrice: string;
  data: WebhookListenResponse;
};

/** A face check has a result. */
export type FaceFinishedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "face.finished";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Request ID: a UUID, version 7. Quote it when you contact support. */
    requestId: string;
    /** 1 passed, 2 failed, 3 expired, 4 cancelled by the person. */
    status: 1 | 2 | 3 | 4;
    /** Why it failed, or null. */
    reason: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** The provider that handled the call. Empty if no provider was called. */
    providerCode: string;
    /** The provider's ID of the check. Empty if it has none. */
    taskId: string;
    /** Price of the call, with four decimals. */
    unitPrice: string;
  };
};

/** A person withdrew their consent. Erase your data about the check. */
export type FaceWithdrawnEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "face.withdrawn";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Request ID: a UUID, version 7. Quote it when you contact support. */
    requestId: string;
  };
};

/** A message was delivered. */
export type SmsDeliveredEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "sms.delivered";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Request ID: a UUID, version 7. Quote it when you contact support. */
    requestId: string;
    /** Product of the message. */
    productCode: "sms_code" | "sms_notice" | "verify_start" | "verify_voice" | "verify_email";
    /** The final state of the message. */
    state: "delivered";
    /** Why it failed, or null. */
    reason: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** Number of SMS segments. */
    parts: number;
    /** The provider that handled the call. Empty if no provider was called. */
    providerCode: string;
    /** Price of the call, with four decimals. */
    unitPrice: string;
  };
};

/** A message was not delivered, or its delivery cannot be confirmed. */
export type SmsFailedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "sms.failed";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Request ID: a UUID, version 7. Quote it when you contact support. */
    requestId: string;
    /** Product of the message. */
    productCode: "sms_code" | "sms_notice" | "verify_start" | "verify_voice" | "verify_email";
    /** The final state of the message. */
    state: "undelivered" | "expired" | "rejected" | "unknown";
    /** Why it failed, or null. */
    reason: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** Number of SMS segments. */
    parts: number;
    /** The provider that handled the call. Empty if no provider was called. */
    providerCode: string;
    /** Price of the call, with four decimals. */
    unitPrice: string;
  };
};

/** A call that returned 504 has its outcome, or a free call turned out to be carried out and was charged. */
export type CallResolvedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "call.resolved";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Request ID: a UUID, version 7. Quote it when you contact support. */
    requestId: string;
    /** Product of the call. */
    productCode: "face_verify" | "sms_code" | "sms_notice" | "verify_start" | "verify_voice" | "verify_email";
    /** `done`: the call was carried out. `released`: it was not, and is free. */
    state: "done" | "released";
    /** Why it failed, or null. */
    reason: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | null;
    /** Final charge; 0 if the call was released. */
    charged: string;
  };
};

/** A code was approved. */
export type VerificationApprovedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "verification.approved";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The verification, as returned by verify_start. */
    verificationId: string;
    /** Messages sent. */
    messages: number;
    /** What was charged for the approval, besides its messages. */
    charged: string;
  };
};

/** A verification is over after five wrong codes. */
export type VerificationFailedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "verification.failed";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The verification, as returned by verify_start. */
    verificationId: string;
    /** Messages sent. */
    messages: number;
  };
};

/** A verification expired before its code was approved. */
export type VerificationExpiredEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "verification.expired";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The verification, as returned by verify_start. */
    verificationId: string;
    /** Messages sent. */
    messages: number;
  };
};

/** A payment was credited to the wallet. */
export type TopupSucceededEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "topup.succeeded";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The payment, as returned by topup_create. */
    paymentId: string;
    /** Your own reference. */
    reference: string;
    /** What the wallet gets. */
    amount: string;
    /** What the payer pays beyond it. */
    fee: string;
    /** The currency of all amounts but `charged`. */
    currency: string;
    /** What the payer pays in all, in `chargedCurrency`. */
    charged: string;
    /** The currency in which the payer is charged. */
    chargedCurrency: string;
    /** What one unit of `currency` is in `chargedCurrency`. Null if they are the same. */
    rate: string | null;
    /** When the operator set the rate. Null without one. */
    rateSetAt: string | null;
    /** The provider that the payer pays through. */
    providerCode: string;
    /** How the payer pays. */
    method: string;
    /** It was paid after it had been called failed or expired. */
    isLate: boolean;
  };
};

/** A payment failed or expired. */
export type TopupFailedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "topup.failed";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The payment, as returned by topup_create. */
    paymentId: string;
    /** Your own reference. */
    reference: string;
    /** What the wallet gets. */
    amount: string;
    /** What the payer pays beyond it. */
    fee: string;
    /** The currency of all amounts but `charged`. */
    currency: string;
    /** What the payer pays in all, in `chargedCurrency`. */
    charged: string;
    /** The currency in which the payer is charged. */
    chargedCurrency: string;
    /** What one unit of `currency` is in `chargedCurrency`. Null if they are the same. */
    rate: string | null;
    /** When the operator set the rate. Null without one. */
    rateSetAt: string | null;
    /** The provider that the payer pays through. */
    providerCode: string;
    /** How the payer pays. */
    method: string;
    /** Money that arrives after all is credited, with another event. */
    state: "failed" | "expired";
  };
};

/** A payment was paid back or taken back, and the money left the wallet. */
export type TopupRefundedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "topup.refunded";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** The payment, as returned by topup_create. */
    paymentId: string;
    /** Your own reference. */
    reference: string;
    /** What the wallet gets. */
    amount: string;
    /** What the payer pays beyond it. */
    fee: string;
    /** The currency of all amounts but `charged`. */
    currency: string;
    /** What the payer pays in all, in `chargedCurrency`. */
    charged: string;
    /** The currency in which the payer is charged. */
    chargedCurrency: string;
    /** What one unit of `currency` is in `chargedCurrency`. Null if they are the same. */
    rate: string | null;
    /** When the operator set the rate. Null without one. */
    rateSetAt: string | null;
    /** The provider that the payer pays through. */
    providerCode: string;
    /** How the payer pays. */
    method: string;
    /** What left the wallet this time. */
    refunded: string;
    /** `refund`: the operator paid it back. `taken_back`: it was paid back at the provider, or the payer's bank took it back. */
    because: "refund" | "taken_back";
  };
};

/** An invoice was issued. */
export type InvoiceIssuedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "invoice.issued";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** ID of the document. */
    invoiceId: string;
    /** Its number. */
    number: string;
    /** Day of issue, in the time zone of the platform. */
    issuedOn: string;
    /** The payment. Null for a bank transfer. */
    paymentId: string | null;
    /** ISO 4217 code. */
    currency: string;
    /** Total, with VAT. */
    gross: string;
    /** VAT in the total. */
    vat: string;
  };
};

/** A credit note was issued for money that was paid back. */
export type InvoiceCreditedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "invoice.credited";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** ID of the document. */
    invoiceId: string;
    /** Number of the credit note. */
    number: string;
    /** Day of issue, in the time zone of the platform. */
    issuedOn: string;
    /** The payment. Null for a bank transfer. */
    paymentId: string | null;
    /** ISO 4217 code. */
    currency: string;
    /** Total, with VAT. */
    gross: string;
    /** VAT in the total. */
    vat: string;
    /** Number of the invoice of which it takes something back. */
    corrects: string;
  };
};

/** A requested fapiao was issued. */
export type FapiaoIssuedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "fapiao.issued";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** ID of the request for the fapiao. */
    fapiaoRequestId: string;
    /** What was requested, in CNY. */
    amount: string;
    /** Number of the fapiao. */
    fapiaoNumber: string;
    /** Day on which the fapiao was issued. */
    issuedOn: string;
  };
};

/** A request for a fapiao was refused. */
export type FapiaoRefusedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "fapiao.refused";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** ID of the request for the fapiao. */
    fapiaoRequestId: string;
    /** What was requested, in CNY. */
    amount: string;
  };
};

/** The available balance fell below the alert threshold of the wallet. */
export type BalanceLowEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "balance.low";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Money that can be spent. Negative while a credit limit is in use. */
    available: string;
    /** The event is sent when the available balance falls below this amount. */
    threshold: string;
  };
};

/** A key expires in seven days. */
export type KeyExpiringEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "key.expiring";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Key ID. */
    keyId: number;
    /** The last four characters of the key. */
    lastFour: string;
    /** When the key expires. */
    expiresAt: string;
  };
};

/** A key was revoked. */
export type KeyRevokedEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "key.revoked";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Key ID. */
    keyId: number;
    /** The last four characters of the key. */
    lastFour: string;
    /** When the key was revoked. */
    revokedAt: string;
  };
};

/** The platform turned an endpoint off. The account's other endpoints are notified. */
export type EndpointDisabledEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "endpoint.disabled";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Endpoint ID. */
    endpointId: number;
    /** URL of the endpoint. */
    url: string;
    /** `failing`: every delivery failed for five days. `gone`: it returned 410 Gone. */
    because: "failing" | "gone";
  };
};

/** A test event, sent on request. */
export type EndpointTestEvent = {
  /** Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID. */
  id: string;
  /** Event type. */
  type: "endpoint.test";
  /** When it happened. */
  timestamp: string;
  /** The mode in which it happened. */
  mode: "test" | "live";
  /** Position among the events of one call, check, verification, wallet, key or endpoint, in the order in which they happened. Deliveries may arrive out of order. */
  sequence: number;
  data: {
    /** Endpoint ID. */
    endpointId: number;
  };
};

/** The body of every error response. */
export type ErrorResponse = {
  /** The HTTP status times one hundred, plus a number. Its meaning never changes. */
  code: number;
  /** The error as text, for people: English or Chinese, chosen by Accept-Language. */
  message: string;
  /** Request ID: a UUID, version 7. Quote it when you contact support. */
  requestId: string;
  /** The name of the error, for programs. It corresponds one to one with `code`. */
  reason: "body_missing" | "body_malformed" | "body_not_object" | "duplicate_field" | "invalid_request" | "missing_variable" | "provider_rejected" | "invalid_idempotency_key" | "http_malformed" | "passkey_needs_name" | "sign_in_required" | "factor_required" | "key_missing" | "key_invalid" | "product_not_in_scope" | "address_not_allowed" | "account_suspended" | "product_off" | "balance_too_low" | "key_spend_cap" | "account_spend_cap" | "region_not_allowed" | "auth_token_unknown" | "redirect_not_allowed" | "request_unknown" | "product_not_available" | "endpoint_unknown" | "delivery_unknown" | "listen_test_only" | "right_missing" | "cell_not_connected" | "payment_unknown" | "wallet_negative" | "oidc_unknown" | "console_needs_https" | "sign_in_failed" | "code_wrong" | "oidc_failed" | "cell_entry_failed" | "route_not_found" | "template_not_assigned" | "invitation_gone" | "verification_unknown" | "nothing_there" | "method_not_allowed" | "request_timeout" | "idempotency_in_flight" | "outdated" | "body_too_large" | "callback_too_large" | "content_type" | "wrong_cell" | "idempotency_body_differs" | "endpoint_off" | "too_many_endpoints" | "too_many_listeners" | "payment_method_unavailable" | "refused" | "rate_limited_key" | "rate_limited_number" | "duplicate_code" | "prefix_closed" | "rate_limited_address" | "too_many_tries" | "rate_limited_trials" | "verification_too_soon" | "too_many_payments" | "headers_too_large" | "internal" | "provider_unavailable" | "cell_differs" | "payment_not_started" | "database_unavailable" | "shutting_down" | "overloaded" | "database_disk_full" | "database_read_only" | "cell_fenced" | "cell_arriving" | "cell_unreachable" | "service_unreachable" | "outcome_unknown";
  /** The invalid fields, if any. */
  details?: (ErrorDetail)[] | undefined;
  /** URL of the page with the cause of this error and its fix. */
  docUrl: string;
};

/** One invalid field. */
export type ErrorDetail = {
  /** The invalid field. */
  field: string;
  /** What is wrong with the field, in the language of `message`. */
  problem: string;
  /** Why the provider rejected the field; for programs. */
  reason?: "number_invalid" | "address_invalid" | "number_off" | "number_not_mobile" | "blocked_by_person" | "blocked_by_carrier" | "content_refused" | "template_refused" | "signature_refused" | "variable_refused" | "frequency" | "region" | "expired" | "provider_balance" | "provider_limit" | "provider_setup" | "provider_fault" | "provider_unreachable" | "no_answer" | "not_understood" | "identity_mismatch" | "identity_not_found" | "identity_invalid" | "document_refused" | "face_mismatch" | "photo_missing" | "liveness" | "picture_quality" | "device_refused" | "consent_refused" | "under_age" | "abandoned" | "too_many_attempts" | undefined;
};

/** Codes that the platform makes and checks. */
export interface VerifyOperations {
  /** Send a code that the platform makes. */
  start(request?: VerifyStartRequest, options?: CallOptions): Promise<Reply<VerifyStartEnvelope>>;
  /** Check a code. */
  check(request: VerifyCheckRequest, options?: CallOptions): Promise<Reply<VerifyCheckEnvelope>>;
  /** Cancel a verification. */
  cancel(request: VerificationRequest, options?: CallOptions): Promise<Reply<VerificationEnvelope>>;
  /** Query a verification. */
  status(request: VerificationRequest, options?: CallOptions): Promise<Reply<VerificationEnvelope>>;
}

/** All operations of the platform. */
export interface Operations {
  /** Get an authentication link. */
  faceVerify(request: FaceVerifyRequest, options?: CallOptions): Promise<Reply<FaceVerifyEnvelope>>;
  /** Query the result (recheck). */
  faceRecheck(request: FaceRecheckRequest, options?: CallOptions): Promise<Reply<FaceRecheckEnvelope>>;
  /** Send a verification code. */
  smsCode(request: SmsCodeRequest, options?: CallOptions): Promise<Reply<SmsCodeEnvelope>>;
  /** Send a notice. */
  smsNotice(request: SmsNoticeRequest, options?: CallOptions): Promise<Reply<SmsNoticeEnvelope>>;
  /** Query the status of a message. */
  smsStatus(request: SmsStatusRequest, options?: CallOptions): Promise<Reply<SmsStatusEnvelope>>;
  /** Show the balance. */
  balance(request?: BalanceRequest, options?: CallOptions): Promise<Reply<BalanceEnvelope>>;
  /** Show usage per day. */
  usage(request: UsageRequest, options?: CallOptions): Promise<Reply<UsageEnvelope>>;
  /** Begin a payment into the wallet. */
  topupCreate(request: TopupCreateRequest, options?: CallOptions): Promise<Reply<TopupCreateEnvelope>>;
  /** Query a payment into the wallet. */
  topupStatus(request: TopupStatusRequest, options?: CallOptions): Promise<Reply<TopupStatusEnvelope>>;
  /** List the ways to pay into the wallet. */
  topupMethods(request?: TopupMethodsRequest, options?: CallOptions): Promise<Reply<TopupMethodsEnvelope>>;
  /** Create an endpoint. */
  webhookEndpointCreate(request: WebhookEndpointCreateRequest, options?: CallOptions): Promise<Reply<WebhookEndpointCreateEnvelope>>;
  /** List endpoints. */
  webhookEndpointList(request?: WebhookEndpointListRequest, options?: CallOptions): Promise<Reply<WebhookEndpointListEnvelope>>;
  /** Update an endpoint. */
  webhookEndpointUpdate(request: WebhookEndpointUpdateRequest, options?: CallOptions): Promise<Reply<WebhookEndpointUpdateEnvelope>>;
  /** Delete an endpoint. */
  webhookEndpointDelete(request: WebhookEndpointDeleteRequest, options?: CallOptions): Promise<Reply<WebhookEndpointDeleteEnvelope>>;
  /** Rotate the secret. */
  webhookEndpointRollSecret(request: WebhookEndpointRollSecretRequest, options?: CallOptions): Promise<Reply<WebhookEndpointRollSecretEnvelope>>;
  /** Send a test event. */
  webhookEndpointTest(request: WebhookEndpointTestRequest, options?: CallOptions): Promise<Reply<WebhookEndpointTestEnvelope>>;
  /** List deliveries. */
  webhookDeliveryList(request?: WebhookDeliveryListRequest, options?: CallOptions): Promise<Reply<WebhookDeliveryListEnvelope>>;
  /** Replay deliveries. */
  webhookReplay(request?: WebhookReplayRequest, options?: CallOptions): Promise<Reply<WebhookReplayEnvelope>>;
  /** Listen during development. */
  webhookListen(request?: WebhookListenRequest, options?: CallOptions): Promise<Reply<WebhookListenEnvelope>>;
  verify: VerifyOperations;
}

export interface OperationRow {
  path: string;
  /** A query changes nothing, and can be retried without an idempotency key. */
  isQuestion: boolean;
}

export const operationTable = {
  faceVerify: { path: 'face_verify', isQuestion: false },
  faceRecheck: { path: 'face_verify', isQuestion: true },
  smsCode: { path: 'sms_code', isQuestion: false },
  smsNotice: { path: 'sms_notice', isQuestion: false },
  smsStatus: { path: 'sms_status', isQuestion: true },
  balance: { path: 'balance', isQuestion: true },
  usage: { path: 'usage', isQuestion: true },
  topupCreate: { path: 'topup_create', isQuestion: false },
  topupStatus: { path: 'topup_status', isQuestion: true },
  topupMethods: { path: 'topup_methods', isQuestion: true },
  webhookEndpointCreate: { path: 'webhook_endpoint_create', isQuestion: false },
  webhookEndpointList: { path: 'webhook_endpoint_list', isQuestion: true },
  webhookEndpointUpdate: { path: 'webhook_endpoint_update', isQuestion: false },
  webhookEndpointDelete: { path: 'webhook_endpoint_delete', isQuestion: false },
  webhookEndpointRollSecret: { path: 'webhook_endpoint_roll_secret', isQuestion: false },
  webhookEndpointTest: { path: 'webhook_endpoint_test', isQuestion: false },
  webhookDeliveryList: { path: 'webhook_delivery_list', isQuestion: true },
  webhookReplay: { path: 'webhook_replay', isQuestion: false },
  webhookListen: { path: 'webhook_listen', isQuestion: true },
} as const satisfies Record<Exclude<keyof Operations, 'verify'>, OperationRow>;

export const verifyTable = {
  start: { path: 'verify_start', isQuestion: false },
  check: { path: 'verify_check', isQuestion: false },
  cancel: { path: 'verify_cancel', isQuestion: false },
  status: { path: 'verify_status', isQuestion: true },
} as const satisfies Record<keyof VerifyOperations, OperationRow>;

/** The body of a delivery; `type` selects the variant. */
export type WebhookEvent =
  | FaceFinishedEvent
  | FaceWithdrawnEvent
  | SmsDeliveredEvent
  | SmsFailedEvent
  | CallResolvedEvent
  | VerificationApprovedEvent
  | VerificationFailedEvent
  | VerificationExpiredEvent
  | TopupSucceededEvent
  | TopupFailedEvent
  | TopupRefundedEvent
  | InvoiceIssuedEvent
  | InvoiceCreditedEvent
  | FapiaoIssuedEvent
  | FapiaoRefusedEvent
  | BalanceLowEvent
  | KeyExpiringEvent
  | KeyRevokedEvent
  | EndpointDisabledEvent
  | EndpointTestEvent;

/** Why the platform rejected the request or failed. */
export type Reason = ErrorResponse['reason'];

/**
 * The errors below 500 that are temporary: the same request with the same key can succeed later.
 * Limits on messages to one person are not included.
 */
export const repeatableReasons = [
  'request_timeout',
  'idempotency_in_flight',
  'rate_limited_key',
  'rate_limited_address',
] as const satisfies Reason[];
