import Type from 'typebox';
import type { Detail } from '../errors/errors.ts';
import { guessField } from '../text/guess-field.ts';
import { problem } from '../text/problems.ts';
import { longestRedirectUrl, redirectUrlProblem } from '../text/redirect-url.ts';
import { text } from '../text/text.ts';

/** Only a pending check can change; the other four states are final. */
export const checkStatus = { pending: 0, passed: 1, failed: 2, expired: 3, cancelled: 4 } as const;
/** The status of a check by name; `withdrawn` replaces it when the person withdraws their consent. */
export const checkStates = [
  ...(Object.keys(checkStatus) as (keyof typeof checkStatus)[]),
  'withdrawn',
] as const;
export type CheckState = (typeof checkStates)[number];
export type CheckStatus = (typeof checkStatus)[keyof typeof checkStatus];

const ProviderCode = Type.String({
  description: "The verification provider's ID.",
  examples: ['sandbox'],
});

/** Same format as the tokens that `checks/check-secrets.ts` makes. */
export const exampleAuthToken = 'fv_Zk3vY0mP7sQ1xW8cR5tN2bLdK9fHgT4j';
export const exampleAuthUrl = 'http://127.0.0.1:8080/v/4nT8yKq2VxJ6sB0mZc7RfWa1Lp5Ud3Eh';
export const exampleTaskId = 'sbx_5d0c1f8a72be4936ad10c27f';

const AuthToken = text('wellFormed', {
  maxLength: 256,
  description: 'The authToken returned with the link. Its presence makes the request a recheck.',
  examples: [exampleAuthToken],
});

export const FaceVerifyRequest = Type.Object(
  {
    name: text('name', {
      minLength: 1,
      maxLength: 64,
      description: "The person's name: at least one visible character, no control characters.",
      examples: ['张三'],
    }),
    cardNo: text('printable', {
      minLength: 1,
      maxLength: 64,
      description:
        'The national ID number, in printable characters. The operator, or a provider that needs ' +
        'it, can require an 18-character number with a correct check digit and a real birth date.',
      examples: ['11010519491231002X'],
    }),
    redirectUrl: Type.Optional(
      Type.Refine(
        Type.String({
          minLength: 1,
          maxLength: longestRedirectUrl,
          description:
            'Where the person returns after the check: an absolute http, https or app URL ' +
            'without a user name. Schemes of browsers and operating systems, such as mailto or ' +
            'intent, are rejected. Without it, the person sees a closing page. The operator can ' +
            'restrict the allowed origins per account.',
          examples: ['https://example.com/done'],
        }),
        (value: string) => redirectUrlProblem(value) === undefined,
        (value: string) => redirectUrlProblem(value)?.en ?? '',
      ),
    ),
  },
  {
    title: 'FaceVerifyRequest',
    description: 'Requests an authentication link. Charged at the unit price of the product.',
    propertyNames: { pattern: '^(?!authToken$)' },
  },
);
export type FaceVerifyRequest = Type.Static<typeof FaceVerifyRequest>;

export const FaceVerifyResponse = Type.Object(
  {
    productCode: Type.Literal('face_verify', { description: 'The product.' }),
    providerCode: ProviderCode,
    authToken: Type.String({
      description: 'The token to query the result with.',
      examples: [exampleAuthToken],
    }),
    authUrl: Type.String({
      format: 'uri',
      description:
        'The link that the person opens to do the check; you can also show it as a QR code. It ' +
        'is valid for two hours unless the operator set another time. The result page shows a ' +
        "reference, the last 8 characters of this response's `requestId`, which the person can " +
        'quote to you.',
      examples: [exampleAuthUrl],
    }),
  },
  { title: 'FaceVerifyResponse', description: 'A link for the person and a token for the caller.' },
);
export type FaceVerifyResponse = Type.Static<typeof FaceVerifyResponse>;

export const FaceRecheckRequest = Type.Object(
  { authToken: AuthToken },
  { title: 'FaceRecheckRequest', description: 'Queries the result of a check. Always free.' },
);
export type FaceRecheckRequest = Type.Static<typeof FaceRecheckRequest>;

export const FaceRecheckResponse = Type.Object(
  {
    providerCode: ProviderCode,
    taskId: Type.String({
      description: "The provider's ID of the check. Empty until the provider has assigned one.",
      examples: [exampleTaskId],
    }),
    status: Type.Enum([0, 1, 2, 3, 4], {
      type: 'integer',
      description:
        '0 pending, 1 passed, 2 failed, 3 expired, 4 cancelled by the person. Only 0 can change.',
      examples: [1],
    }),
    authToken: AuthToken,
  },
  { title: 'FaceRecheckResponse', description: 'The status of a check.' },
);
export type FaceRecheckResponse = Type.Static<typeof FaceRecheckResponse>;

/** The presence of the key decides, whatever its value: a recheck must never be charged by mistake. */
export function isRecheck(body: Record<string, unknown>): boolean {
  return Object.hasOwn(body, 'authToken');
}

/** A recheck with a misspelled `authToken` looks like a new check without its required fields. */
export function explainMisnamedRecheck(body: Record<string, unknown>): readonly Detail[] {
  if (Object.hasOwn(body, 'name') || Object.hasOwn(body, 'cardNo')) return [];
  const found = guessField('authToken', body, Object.keys(FaceVerifyRequest.properties));
  if (found === undefined) return [];
  return [{ field: 'authToken', problem: problem('misnamed_recheck', { found }) }];
}
