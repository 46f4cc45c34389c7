/** The public API of the package: everything else is internal. */
export type { CallOptions, ClientOptions, Reply } from './client-options.ts';
export { type ClientReason, CountersignError } from './countersign-error.ts';
export { type Countersign, createCountersign } from './create-countersign.ts';
export type * from './generated.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export type { WaitOptions } from './wait-until.ts';
