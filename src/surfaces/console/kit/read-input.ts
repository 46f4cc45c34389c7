import type { IncomingHttpHeaders } from 'node:http';
import type { TObject, TSchema } from 'typebox';
import { Errors, Value } from 'typebox/value';
import { type Detail, fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';

/** Parses the query string by its schema. A list is a repeated parameter, or one with commas. */
export function readQuery(schema: TObject | undefined, words: unknown): Record<string, unknown> {
  if (!schema) return {};
  const given = words as Record<string, unknown>;
  const known: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = given[name];
    // An empty parameter is a filter that is not set.
    if (value === undefined || value === '') continue;
    const isList = (field as { type?: string }).type === 'array';
    known[name] = isList && typeof value === 'string' ? value.split(',') : value;
  }
  return readFields(schema, Value.Convert(schema, known));
}

export function readJson(
  schema: TObject | undefined,
  body: unknown,
  headers: IncomingHttpHeaders,
): Record<string, unknown> {
  if (!schema) return {};
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) fail('content_type');
  return readFields(schema, parse(body));
}

function parse(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return fail('body_missing');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    return fail('body_malformed', { cause });
  }
}

/** Validates the value and removes unknown fields. */
export function readFields(schema: TObject, value: unknown): Record<string, unknown> {
  if (Value.Check(schema, value)) {
    const clean = Value.Clean(schema, value) as Record<string, unknown>;
    const invalid = Object.keys(clean).filter((name) =>
      isUnexpected(schema.properties[name], clean[name]),
    );
    if (invalid.length === 0) return clean;
    fail('invalid_request', {
      details: invalid.map((field) => ({ field, problem: problems.wrong_form })),
    });
  }
  const details = new Map<string, Detail>();
  for (const fault of Errors(schema, value)) {
    const missing = (fault.params as { requiredProperties?: string[] }).requiredProperties;
    for (const field of missing ?? [fault.instancePath.slice(1).replaceAll('/', '.')]) {
      const problem = missing ? problems.required : problems.wrong_form;
      if (!details.has(field)) details.set(field, { field, problem });
    }
  }
  return fail('invalid_request', { details: [...details.values()] });
}

/** The largest integer that the database can store. */
const maxCounted = 2 ** 31 - 1;

/** Whether a value matches its schema but the database cannot store or look it up. */
function isUnexpected(schema: TSchema | undefined, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some((pair) => pair.some((part) => isUnexpected(undefined, part)));
  }
  if (typeof value === 'string') {
    // The format allows second 60 (a leap second), but Date cannot parse it.
    const { format } = (schema ?? {}) as { format?: string };
    const isTime = format === 'date-time' && !Number.isNaN(Date.parse(value));
    // The database has no year 0.
    const isDay = format === 'date' && !value.startsWith('0000');
    const isFit = (format !== 'date-time' || isTime) && (format !== 'date' || isDay);
    return value.includes('\0') || !value.isWellFormed() || !isFit;
  }
  // A nullable number has its type in `anyOf`.
  const { type, anyOf = [] } = (schema ?? {}) as { type?: string; anyOf?: { type?: string }[] };
  const isCount = [{ type }, ...anyOf].some((one) => one.type === 'integer');
  return isCount && Math.abs(value as number) > maxCounted;
}
