import type Type from 'typebox';
import type { Detail, Reason } from '../errors/errors.ts';
import type { KeyScope, PriceSource, Product } from '../products.ts';
import type { Language } from '../text/languages.ts';

export const tags = [
  {
    name: 'Face verification',
    description: 'Verify that a person is who they claim to be: a link for them, a result for you.',
  },
  {
    name: 'SMS',
    description: 'Send verification codes and notifications, and track their delivery.',
  },
  { name: 'Account', description: 'Balance and usage. Free.' },
  {
    name: 'Webhooks',
    description: 'Receive events instead of polling, signed as Standard Webhooks specifies. Free.',
  },
] as const;

/**
 * Everything about one operation. Validators, authorization, routes, the OpenAPI document, the docs and the
 * SDKs are derived from its row.
 */
export interface OperationRow {
  /** The last part of its path. Where two operations share one, the body tells them apart. */
  readonly path: string;
  /** What it sells; null for a free operation. */
  readonly product: Product | null;
  /** A key with any of these scopes may use it. */
  readonly scopes: readonly KeyScope[];
  /** Why it can cost what it costs; the first one stands in the example. */
  readonly priceSources: readonly PriceSource[];
  /** It changes nothing, so clients repeat it without an idempotency key. */
  readonly isQuestion?: true;
  /** Its reply shows only the products in the scope of the key. */
  readonly isNarrowedByScope?: true;
  readonly request: Type.TObject;
  readonly response: Type.TSchema;
  /** Finds faults that the schema cannot describe, in a body that the schema accepts. */
  readonly findFaults?: (body: never) => readonly Detail[];
  /** Explains a body that the schema refuses. */
  readonly explain?: (body: Record<string, unknown>) => readonly Detail[];
  /** Errors of this operation, besides those of every operation, every paid one or every message. */
  readonly errors?: readonly Reason[];
  /** What the reply says to people. */
  readonly message: Readonly<Record<Language, string>>;
  readonly tag: (typeof tags)[number]['name'];
  readonly summary: string;
  /** The summary of a path that two operations share; on the first of them. */
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

/** The id of a call that examples refer to. */
export const exampleRequestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
