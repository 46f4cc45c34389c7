import { errorTable, type Reason, reasons } from '../../../foundation/contract/errors/errors.ts';
import type { OpenApiDocument } from '../../../foundation/contract/openapi/openapi.ts';
import { type EventType, eventTypes } from '../../../foundation/contract/wire/event-schemas.ts';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

/** A header of a request or a reply. */
export interface Header {
  name: string;
  description: string;
  required?: boolean;
  schema: Schema;
}

type Body = Readonly<Record<string, unknown>>;

/** One variant of a path's request, with its reply. */
export interface Form {
  id: string;
  summary: string;
  request: Schema;
  requestExample: Body;
  /** The fields that other operations' replies do not share. */
  reply: Schema;
  replyExample: Body;
  isFree: boolean;
}

export interface OperationEntry {
  id: string;
  path: string;
  summary: string;
  description: string;
  /** Several if the body decides what the path does. */
  forms: readonly Form[];
  /** The errors that it shares with other operations, by the group under which they are listed. */
  sharedErrors: readonly ErrorGroup[];
  /** The errors that are in none of these groups. */
  errors: readonly Reason[];
}

const errorGroups = ['every', 'paid', 'sms'] as const;
export type ErrorGroup = (typeof errorGroups)[number];

export interface EventEntry {
  type: EventType;
  schema: Schema;
  example: Body;
}

/** The content of the reference page, read from the OpenAPI document. */
export interface Reference {
  baseUrl: string;
  about: string;
  requestHeaders: readonly Header[];
  replyHeaders: readonly Header[];
  /** The fields that every successful reply has. */
  envelope: Schema;
  errorResponse: Schema;
  /** The errors that several operations can return. */
  errors: readonly { group: ErrorGroup; errors: readonly Reason[] }[];
  groups: readonly {
    id: string;
    name: string;
    description: string;
    operations: readonly OperationEntry[];
  }[];
  /** What every webhook delivery has in common. */
  delivery: { description: string; headers: readonly Header[]; envelope: Schema };
  events: readonly EventEntry[];
  /** The models that other models refer to. */
  models: ReadonlyMap<string, Schema>;
}

interface Content {
  schema: Schema;
  example?: Body;
  examples?: Readonly<Record<string, { summary: string; value: Body }>>;
}

interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Header[];
  requestBody: { content: { 'application/json': Content } };
  responses: Readonly<Record<string, { content: { 'application/json': Content } }>>;
}

export function readReference(document: OpenApiDocument): Reference {
  const schemas = document.components.schemas as Record<string, Schema>;
  const resolve = (schema: Schema) => schemas[modelName(schema) ?? ''] ?? schema;
  const paths = Object.entries(document.paths).map(([path, { post }]) => {
    const operation = post as unknown as Operation;
    return { path, operation, forms: formsOf(operation, resolve), errors: errorsOf(operation) };
  });
  const replies = paths.flatMap(({ forms }) => forms.map(({ reply }) => reply));
  const common = commonFields(replies);
  const shared = errorGroups.map((group) => ({
    group,
    errors: reasons.filter((reason) => errorTable[reason].on === group),
  }));
  const groups = document.tags.map(({ name, description }) => ({
    id: tagId(String(name)),
    name: String(name),
    description: String(description),
    operations: paths
      .filter(({ operation }) => operation.tags.includes(String(name)))
      .map(({ path, operation, forms, errors }) => ({
        id: operation.operationId,
        path,
        summary: operation.summary,
        description: operation.description,
        forms: forms.map((form) => ({
          ...form,
          reply: pickFields(form.reply, (field) => !common.has(field)),
        })),
        ...divideErrors(errors, shared),
      })),
  }));
  return {
    baseUrl: document.servers[0]?.url ?? '',
    about: String(document.info.description),
    ...readHeaders(document),
    envelope: pickFields(replies[0] ?? {}, (field) => common.has(field)),
    errorResponse: pickFields(schemas.ErrorResponse ?? {}, () => true),
    errors: shared,
    groups,
    ...readEvents(document, resolve),
    models: new Map(namedModels(schemas).map((name) => [name, schemas[name] ?? {}])),
  };
}

/**
 * Existing links to the reference use anchors that begin with `tag/` and `model/`, so they must not change.
 */
function tagId(name: string): string {
  return `tag/${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** The model that a schema refers to. */
export function modelName({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

function formsOf(operation: Operation, resolve: (schema: Schema) => Schema): Form[] {
  const request = operation.requestBody.content['application/json'];
  const reply = operation.responses[201]?.content['application/json'];
  const names = Object.entries(request.examples ?? {});
  return names.map(([id, { summary, value }], index) => {
    const envelope = resolve(alternative(reply?.schema ?? {}, index));
    const { data = {}, ...others } = envelope.properties ?? {};
    const sources = others.priceSource?.enum ?? [];
    return {
      id,
      summary,
      request: shownRequest(resolve(alternative(request.schema, index)), names.length === 1),
      requestExample: value,
      reply: { ...envelope, properties: { ...others, data: { ...resolve(data) } } },
      replyExample: reply?.examples?.[id]?.value ?? {},
      isFree: sources.every((source) => String(source).endsWith('free')),
    };
  });
}

/** With a single variant, the operation's description already says this, except for its additional fields. */
function shownRequest(request: Schema, isOnly: boolean): Schema {
  return isOnly && !request.additionalProperties ? pickFields(request, () => true) : request;
}

function alternative(schema: Schema, index: number): Schema {
  return schema.oneOf?.[index] ?? schema;
}

/** Collects the reasons: each error has an example named after its reason. */
function errorsOf({ responses }: Operation): Reason[] {
  const named = new Set(
    Object.entries(responses)
      .filter(([status]) => status !== '201')
      .flatMap(([, { content }]) => Object.keys(content['application/json'].examples ?? {})),
  );
  return reasons.filter((reason) => named.has(reason));
}

/** An operation names a group only if it can return every error of the group. */
function divideErrors(errors: readonly Reason[], shared: Reference['errors']) {
  const groups = shared.filter((one) => one.errors.every((reason) => errors.includes(reason)));
  const said = new Set(groups.flatMap((one) => one.errors));
  return {
    sharedErrors: groups.map(({ group }) => group),
    errors: errors.filter((reason) => !said.has(reason)),
  };
}

function readHeaders({ components }: OpenApiDocument) {
  const { apiKey } = components.securitySchemes as Record<string, Omit<Header, 'schema'>>;
  const headers = components.headers as Record<string, Omit<Header, 'name'>>;
  return {
    requestHeaders: [
      ...(apiKey ? [{ ...apiKey, required: true, schema: { type: 'string' } }] : []),
      ...(Object.values(components.parameters ?? {}) as Header[]),
    ],
    replyHeaders: Object.entries(headers).map(([name, header]) => ({ ...header, name })),
  };
}

function readEvents({ webhooks }: OpenApiDocument, resolve: (schema: Schema) => Schema) {
  const events = eventTypes.map((type) => {
    const operation = webhooks[type]?.post as unknown as Operation;
    const { schema, example = {} } = operation.requestBody.content['application/json'];
    return { type, operation, schema: resolve(schema), example };
  });
  const common = commonFields(events.map(({ schema }) => schema));
  const { description = '', parameters = [] } = events[0]?.operation ?? {};
  return {
    delivery: {
      description,
      headers: parameters,
      envelope: pickFields(events[0]?.schema ?? {}, (field) => common.has(field)),
    },
    events: events.map(({ type, schema, example }) => ({
      type,
      schema: pickFields(schema, (field) => !common.has(field) && field !== 'type'),
      example,
    })),
  };
}

/** The fields that are identical in all of these schemas, and so are described once. */
function commonFields(schemas: readonly Schema[]): Set<string> {
  const [first, ...others] = schemas.map(({ properties = {} }) => properties);
  const names = Object.keys(first ?? {}).filter((name) => {
    const text = JSON.stringify(first?.[name]);
    return others.every((properties) => JSON.stringify(properties[name]) === text);
  });
  return new Set(names);
}

/** A schema with some of its fields. Its own description is not shown next to them. */
function pickFields(
  { description: _, ...schema }: Schema,
  isWanted: (name: string) => boolean,
): Schema {
  const entries = Object.entries(schema.properties ?? {}).filter(([name]) => isWanted(name));
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** The models to list. A reply's `data` is shown inline, so a reference from `data` does not count. */
function namedModels(schemas: Readonly<Record<string, Schema>>): string[] {
  const named = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = modelName(schema);
    if (name) named.add(name);
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      if (field !== 'data' || !inner.$ref) visit(inner);
    }
    for (const inner of [schema.items ?? [], schema.anyOf ?? []].flat()) visit(inner);
  };
  for (const schema of Object.values(schemas)) visit(schema);
  return Object.keys(schemas).filter((name) => named.has(name));
}
