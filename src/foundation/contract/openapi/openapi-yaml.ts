import type { OpenApiDocument } from './openapi.ts';

/** What JSON knows, as the document is made of. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** The same document as YAML. */
export function openApiYaml(document: OpenApiDocument): string {
  return writeYaml(document as unknown as JsonValue);
}

/**
 * Writes blocks, and everything else as JSON has it, which YAML takes as it is. A library that knows all
 * of YAML took a third of a second of every start for it.
 */
export function writeYaml(value: JsonValue): string {
  return `${block(value, '').trimStart()}\n`;
}

/** A value behind the dash or colon that it belongs to. */
function block(value: JsonValue | undefined, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\n${indent}-${block(item, `${indent}  `)}`).join('');
  }
  const entries = typeof value === 'object' && value !== null ? fieldsOf(value) : [];
  if (entries.length > 0) {
    return entries
      .map(([name, item]) => `\n${indent}${scalar(name)}:${block(item, `${indent}  `)}`)
      .join('');
  }
  return ` ${typeof value === 'string' ? text(value, indent) : (JSON.stringify(value) ?? 'null')}`;
}

function fieldsOf(value: object): [string, JsonValue][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** Lines stay lines where nothing about them needs to be escaped. */
function text(value: string, indent: string): string {
  const isLines = /^\S.*(\n.*)*\n.*\S$/.test(value) && !/[^\n\x20-\x7e\u4e00-\u9fff]/.test(value);
  return isLines ? `|-\n${value.replace(/^(?=.)/gm, indent)}` : scalar(value);
}

/** Bare where it cannot be taken for anything but the same text. */
function scalar(value: string): string {
  const isBare =
    /^([A-Za-z$/][\w$/.-]*|\d+\.\d+\.\d+)$/.test(value) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isBare ? value : JSON.stringify(value);
}
