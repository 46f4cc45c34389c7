import type { OpenApiDocument } from '../src/foundation/contract/openapi/openapi.ts';
import { exampleOf } from '../src/foundation/contract/openapi/openapi-example.ts';
import { type Operation, operations } from '../src/foundation/contract/operations/operations.ts';
import { inGroups, isQuestion, methodName, pathOf, repeatableReasons } from './sdk-operations.ts';

type Schema = Record<string, unknown>;

/** The generated part of the TypeScript SDK: models, operations and reasons. */
export function sdkTypes(document: OpenApiDocument): string {
  const schemas = document.components.schemas as Record<string, Schema>;
  return [
    '// Generated from the contract by `npm run generate`. Do not edit.',
    "import type { CallOptions, Reply } from './client-options.ts';",
    '',
    ...Object.entries(schemas).flatMap(([name, schema]) => modelLines(name, schema)),
    ...operationLines(schemas),
    ...eventLines(document),
    ...reasonLines(),
  ].join('\n');
}

function modelLines(name: string, schema: Schema): string[] {
  return [...comment(schema.description), `export type ${name} = ${typeOf(schema)};`, ''];
}

function operationLines(schemas: Record<string, Schema>): string[] {
  const { own, verify } = inGroups(operations);
  const methods = (of: readonly Operation[]) =>
    of.flatMap((operation) => {
      const { summary, request, envelope } = exampleOf(operation);
      // A request without required fields can be omitted.
      const optional = (schemas[request]?.required as string[] | undefined)?.length ? '' : '?';
      return [
        ...comment(`${summary}.`).map(indent),
        `  ${methodName(operation)}(request${optional}: ${request}, options?: CallOptions): Promise<Reply<${envelope}>>;`,
      ];
    });
  const rows = (of: readonly Operation[]) =>
    of.map(
      (operation) =>
        `  ${methodName(operation)}: { path: '${pathOf(operation)}', isQuestion: ${isQuestion(operation)} },`,
    );
  return [
    '/** Codes that the platform makes and checks. */',
    'export interface VerifyOperations {',
    ...methods(verify),
    '}',
    '',
    '/** All operations of the platform. */',
    'export interface Operations {',
    ...methods(own),
    '  verify: VerifyOperations;',
    '}',
    '',
    'export interface OperationRow {',
    '  path: string;',
    '  /** A query changes nothing, and can be retried without an idempotency key. */',
    '  isQuestion: boolean;',
    '}',
    '',
    'export const operationTable = {',
    ...rows(own),
    "} as const satisfies Record<Exclude<keyof Operations, 'verify'>, OperationRow>;",
    '',
    'export const verifyTable = {',
    ...rows(verify),
    '} as const satisfies Record<keyof VerifyOperations, OperationRow>;',
    '',
  ];
}

function eventLines({ components }: OpenApiDocument): string[] {
  const names = Object.keys(components.schemas as object).filter((name) => name.endsWith('Event'));
  return [
    '/** The body of a delivery; `type` selects the variant. */',
    'export type WebhookEvent =',
    ...names.map((name, index) => `  | ${name}${index === names.length - 1 ? ';' : ''}`),
    '',
  ];
}

function reasonLines(): string[] {
  return [
    '/** Why the platform rejected the request or failed. */',
    "export type Reason = ErrorResponse['reason'];",
    '',
    '/**',
    ' * The errors below 500 that are temporary: the same request with the same key can succeed ' +
      'later.',
    ' * Limits on messages to one person are not included.',
    ' */',
    'export const repeatableReasons = [',
    ...repeatableReasons().map((reason) => `  '${reason}',`),
    '] as const satisfies Reason[];',
    '',
  ];
}

/** Converts a JSON schema to a TypeScript type; throws on a schema that it does not support. */
function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) as string;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either) return either.map(typeOf).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items as Schema)})[]`;
    case 'object':
      return objectType(schema);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectType(schema: Schema): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  // A notice also takes the variables of its template.
  const further =
    schema.additionalProperties === true ? ['  [variable: string]: string | number;'] : [];
  if (fields.length + further.length === 0) return 'Record<string, never>';
  const lines = fields.flatMap(([name, field]) => {
    const isOptional = !required.includes(name);
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const type = typeOf(field);
    const rest = isOptional ? `?: ${type} | undefined;` : `: ${type};`;
    return [...comment(field.description), `${key}${rest}`].flatMap((line) =>
      line.split('\n').map(indent),
    );
  });
  return `{\n${[...lines, ...further].join('\n')}\n}`;
}

function comment(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return [`/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`];
}

function indent(line: string): string {
  return `  ${line}`;
}
