import type Type from 'typebox';
import type { Detail, Reason } from '../errors/errors.ts';
import type { CalledProduct, KeyScope, PriceSource } from '../products.ts';
import type { Language } from '../text/languages.ts';

export const tags = [
  {
    name: 'Face checks',
    description: 'Verify that a person is who they claim to be: a link for them, a result for you.',
  },
  {
    name: 'SMS',
    description: 'Send verification codes and notices, and track their delivery.',
  },
  {
    name: 'Verify',
    description: 'Codes that the platform makes, sends and checks.',
  },
  { name: 'Account', description: 'Balance and usage. Free.' },
  {
    name: 'Webhooks',
    description: 'Receive events instead of polling, signed as Standard Webhooks specifies. Free.',
  },
] as const;

/**
 * Everything about one operation. Its row drives the validators, authorization, routes, the OpenAPI document,
 * the docs and the SDKs.
 */
export interface OperationRow {
  /** The last segment of its path. Where two operations share a path, the body decides between them. */
  readonly path: string;
  /** What it sells; null for a free operation. */
  readonly product: CalledProduct | null;
  /** A key with any of these scopes may use it. */
  readonly scopes: readonly KeyScope[];
  /** The possible reasons for its price; the example uses the first. */
  readonly priceSources: readonly PriceSource[];
  /** It changes nothing, so clients retry it without an idempotency key. */
  readonly isQuestion?: true;
  /** It changes something, in one transaction with its stored reply. */
  readonly isChange?: true;
  /** Its reply shows only the products in the key's scopes. */
  readonly isNarrowedByScope?: true;
  readonly request: Type.TObject;
  readonly response: Type.TSchema;
  /** Validates what the schema cannot express, on a body that the schema accepts. */
  readonly findFaults?: (body: never) => readonly Detail[];
  /** Adds hints for a body that the schema rejects. */
  readonly explain?: (body: Record<string, unknown>) => readonly Detail[];
  /** This operation's own errors, besides those that every operation, every paid one or every message has. */
  readonly errors?: readonly Reason[];
  /** The reply's message for people. */
  readonly message: Readonly<Record<Language, string>>;
  readonly tag: (typeof tags)[number]['name'];
  readonly summary: string;
  /** The summary of a path that two operations share, given on the first of them. */
  readonly pathSummary?: string;
  readonly description: string;
  readonly example: {
    readonly request: Readonly<Record<string, unknown>>;
    readonly data: object;
    readonly unitPrice?: bigint;
  };
}

export const paid = ['default', 'account'] as const;
export const free = ['free'] as const;

/** The call ID used in examples. */
export const exampleRequestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
