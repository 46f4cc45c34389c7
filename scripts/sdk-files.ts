import type { OpenApiDocument } from '../src/foundation/contract/openapi/openapi.ts';
import { operations } from '../src/foundation/contract/operations/operations.ts';
import { sdkCurl } from './sdk-curl.ts';
import { sdkPostman } from './sdk-postman.ts';
import { sdkPython } from './sdk-python.ts';
import { sdkTypes } from './sdk-types.ts';

/** The SDK files generated from the contract, by their path in the repository. */
export function sdkFiles(document: OpenApiDocument): [path: string, content: string][] {
  return [
    ['sdk/src/generated.ts', sdkTypes(document)],
    ['sdk/python/countersign.py', sdkPython()],
    ['sdk/postman/countersign.postman_collection.json', sdkPostman(document)],
    ...operations.map((operation): [string, string] => [
      `sdk/curl/${operation}.sh`,
      sdkCurl(operation),
    ]),
  ];
}
