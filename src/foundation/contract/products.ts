/** What an account can buy. The name is also the last part of the product's path. */
export const products = ['face_verify', 'sms_code', 'sms_notice'] as const;
export type Product = (typeof products)[number];

/** What a key may be used for: products, and the endpoints that are told what happens. */
export const keyScopes = [...products, 'webhooks'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** A test key never leaves the machine and draws on the test wallet. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Why a call costs what it costs. */
export const priceSources = ['default', 'recheck_free', 'account', 'free'] as const;
export type PriceSource = (typeof priceSources)[number];

/** What a provider did with a call. All but `unknown` are final. */
export const outcomeKinds = ['done', 'rejected', 'unavailable', 'unknown'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** How a call stands: held until it has its outcome. */
export const callStates = ['held', ...outcomeKinds] as const;
export type CallState = (typeof callStates)[number];

/** Whose something is: money, keys and messages belong to an account and a mode, never to one alone. */
export interface Owner {
  accountId: number;
  mode: Mode;
}

/** Where an account is told what happens, and what became of that. */
export const webhookOperations = [
  'webhook_endpoint_create',
  'webhook_endpoint_list',
  'webhook_endpoint_update',
  'webhook_endpoint_delete',
  'webhook_endpoint_roll_secret',
  'webhook_endpoint_test',
  'webhook_delivery_list',
  'webhook_replay',
  'webhook_listen',
] as const;
export type WebhookOperation = (typeof webhookOperations)[number];

/**
 * Everything that a caller can ask for. The recheck shares the path of `face_verify`, and is told
 * apart by its body; every other operation has a path of its own name.
 */
export const operations = [
  'face_verify',
  'face_recheck',
  'sms_code',
  'sms_notice',
  'sms_status',
  'balance',
  'usage',
  ...webhookOperations,
] as const;
export type Operation = (typeof operations)[number];
