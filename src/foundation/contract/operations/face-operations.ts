import {
  exampleAuthToken,
  exampleAuthUrl,
  exampleTaskId,
  explainMisnamedRecheck,
  FaceRecheckRequest,
  FaceRecheckResponse,
  FaceVerifyRequest,
  FaceVerifyResponse,
} from '../wire/face.ts';
import { checkMessages } from '../wire/messages.ts';
import { type OperationRow, paid } from './operation-row.ts';

export const faceOperations = {
  face_verify: {
    path: 'face_verify',
    product: 'face_verify',
    scopes: ['face_verify'],
    priceSources: paid,
    request: FaceVerifyRequest,
    response: FaceVerifyResponse,
    explain: explainMisnamedRecheck,
    errors: ['redirect_not_allowed'],
    message: { en: 'The verification link is ready.', zh: '核验链接已生成。' },
    tag: 'Face checks',
    summary: 'Get an authentication link',
    pathSummary: 'Get an authentication link, or query its result',
    description:
      'Two operations share this path. The body selects one.\n\n**Without `authToken`** it ' +
      'starts a new check: send the name and the ID number of a person, and receive a link for ' +
      'them and a token for you. Charged at the unit price.\n\n**With `authToken`**, whatever ' +
      'its value, it is a recheck and returns the status of the check. Always free: ' +
      '`priceSource` is `recheck_free`, `unitPrice` is `0.0000`.',
    example: {
      request: {
        name: '张三',
        cardNo: '11010519491231002X',
        redirectUrl: 'https://example.com/done',
      },
      data: {
        productCode: 'face_verify',
        providerCode: 'sandbox',
        authToken: exampleAuthToken,
        authUrl: exampleAuthUrl,
      },
      unitPrice: 10_000n,
    },
  },
  face_recheck: {
    path: 'face_verify',
    product: null,
    scopes: ['face_verify'],
    priceSources: ['recheck_free'],
    isQuestion: true,
    request: FaceRecheckRequest,
    response: FaceRecheckResponse,
    errors: ['auth_token_unknown'],
    // The real reply names the check's status; the example uses this one.
    message: checkMessages[1],
    tag: 'Face checks',
    summary: 'Query the result (recheck)',
    description: 'Returns the status of a check.',
    example: {
      request: { authToken: exampleAuthToken },
      data: {
        providerCode: 'sandbox',
        taskId: exampleTaskId,
        status: 1,
        authToken: exampleAuthToken,
      },
    },
  },
} as const satisfies Record<string, OperationRow>;
