import { stringify } from 'yaml';
import type { OpenApiDocument } from './openapi.ts';

/** The same document as YAML. Anchors are left out, because not every reader follows them. */
export function openApiYaml(document: OpenApiDocument): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 100 });
}
