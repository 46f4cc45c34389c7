import Value from 'typebox/value';
import type { Document, Node, Pair } from 'yaml';
import { isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { vendors } from '../../vendors/vendors.ts';
import { type PlatformFile, PlatformSchema } from './platform-schema.ts';
import { settingsSchemaOf } from './provider-settings-schema.ts';

const mostCharacters = 1_000_000;
const mostFaults = 20;

interface Fault {
  /** The names that lead to the value. */
  path: readonly string[];
  message: string;
  /** The name is at fault, and not its value. */
  isName?: boolean;
}

/** Reads the text of a file. It refuses a wrong one with every fault, each with its line and column. */
export function readPlatformFile(text: string, name: string): PlatformFile {
  const lines = new LineCounter();
  const invalid = (faults: readonly string[]) =>
    refuse('platform_file_invalid', { file: name, faults: [...faults] });
  if (text.length > mostCharacters) return invalid(['it is longer than 1 MB']);
  const document = parseText(text, lines, invalid);
  const place = (at: number) => {
    const { line, col } = lines.linePos(at);
    return `line ${line}, column ${col}`;
  };
  const plain = findForeign(document).map(({ at, what }) => `${place(at)}: ${what}`);
  if (plain.length > 0) return invalid(plain);
  const given: unknown = document.toJS();
  const faults = findFaults(given);
  if (faults.length === 0) return given as PlatformFile;
  const told = faults.slice(0, mostFaults).map((fault) => {
    const at = placeOf(document, fault);
    return `${place(at)}: ${fault.path.join('.') || 'the file'} ${fault.message}`;
  });
  const rest = faults.length - told.length;
  return invalid(rest > 0 ? [...told, `and ${rest} more`] : told);
}

function parseText(
  text: string,
  lineCounter: LineCounter,
  invalid: (faults: readonly string[]) => never,
): Document.Parsed {
  let document: Document.Parsed;
  try {
    document = parseDocument(text, { lineCounter, prettyErrors: true, stringKeys: true });
  } catch (error) {
    // The parser calls itself for each level of nesting.
    return invalid([error instanceof RangeError ? 'it is nested too deeply' : String(error)]);
  }
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    return invalid(
      faults.slice(0, mostFaults).map(({ message, linePos }) => {
        const [first] = message.split('\n');
        const said = String(first).replace(/ at line .*$/, '');
        const start = linePos?.[0];
        return start ? `line ${start.line}, column ${start.col}: ${said}` : said;
      }),
    );
  }
  return document;
}

/** Aliases can make a small file huge, and other tags make values that JSON does not have. */
function findForeign(document: Document): { at: number; what: string }[] {
  const found: { at: number; what: string }[] = [];
  visit(document, {
    Node(_key, node) {
      const at = (node as Node).range?.[0] ?? 0;
      if (isAlias(node) || (node as { anchor?: string }).anchor) {
        found.push({ at, what: 'anchors and aliases are not supported' });
      } else if ((node as Node).tag && !isCollection(node) && isScalar(node)) {
        found.push({ at, what: 'tags are not supported' });
      }
      return found.length >= mostFaults ? visit.BREAK : undefined;
    },
  });
  return found;
}

function findFaults(given: unknown): Fault[] {
  const faults = faultsOf(PlatformSchema, given, []);
  // The settings of a provider depend on its vendor, and only the vendor's own schema names the fault.
  const providers = (given as { providers?: unknown } | null)?.providers;
  if (typeof providers !== 'object' || providers === null) return faults;
  const inSettings = Object.entries(providers).flatMap(([code, provider]) => {
    const { vendor: vendorCode, settings } = (provider ?? {}) as Record<string, unknown>;
    const vendor = vendors.find((one) => one.code === vendorCode);
    if (!vendor || settings === undefined) return [];
    return faultsOf(settingsSchemaOf(vendor), settings, ['providers', code, 'settings']);
  });
  return [...faults, ...inSettings];
}

type SchemaError = ReturnType<typeof Value.Errors>[number];

function faultsOf(schema: object, given: unknown, above: readonly string[]): Fault[] {
  // These only repeat what another fault says in detail.
  const errors = [...Value.Errors(schema as never, given)].filter(
    ({ keyword }) => keyword !== 'if' && keyword !== 'boolean',
  );
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  const isBelowChoice = ({ instancePath: at }: SchemaError) =>
    choices.some(({ instancePath }) => at.startsWith(`${instancePath}/`));
  const byPlace = Map.groupBy(
    errors.filter((error) => !isBelowChoice(error)),
    ({ instancePath }) => instancePath,
  );
  return [...byPlace].flatMap(([pointer, found]): Fault[] => {
    const inner = pathOf(pointer);
    const path = [...above, ...inner];
    const isChoice = found.some(isOfChoice);
    const strangers = found.flatMap(({ keyword, params }) =>
      keyword === 'additionalProperties' && !isChoice
        ? (params as { additionalProperties: string[] }).additionalProperties
        : [],
    );
    const message = messageOf(found, valueAt(given, inner));
    return [
      ...strangers.map((name) => ({
        ...{ path: [...path, name], isName: true, message: 'is not known here' },
      })),
      ...(message === undefined ? [] : [{ path, message }]),
    ];
  });
}

/** The list of errors is short: the one of the choice itself may be missing, but not those of its branches. */
function isOfChoice({ keyword, schemaPath }: SchemaError): boolean {
  return keyword === 'anyOf' || schemaPath.includes('/anyOf/');
}

/** What is wrong with one value, in the words of its author. */
function messageOf(errors: readonly SchemaError[], value: unknown): string | undefined {
  const others = errors.filter(({ keyword }) => keyword !== 'additionalProperties');
  const isChoice = others.some(isOfChoice);
  const isText = typeof value === 'string';
  const formal = others.find(({ keyword }) => !['anyOf', 'type', 'required'].includes(keyword));
  // A text where a text was possible has a fault of its own.
  const [first] = isChoice && formal && isText ? [formal] : others;
  if (!first) return undefined;
  if (isChoice && first !== formal) return 'must be a reference such as { env: NAME }';
  const params = first.params as Record<string, unknown>;
  if (first.keyword === 'required') {
    return `lacks ${(params.requiredProperties as string[]).join(', ')}`;
  }
  if (first.keyword === 'enum') {
    return `must be one of ${(params.allowedValues as string[]).join(', ')}`;
  }
  if (first.keyword === 'type' && params.type === 'string' && typeof value === 'number') {
    return 'must be a text: write it in quotes';
  }
  return first.message;
}

function valueAt(given: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], given);
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The place of a value, or of its name; of the nearest thing around it if it is missing. */
function placeOf(document: Document, { path, isName }: Fault): number {
  let node: unknown = document.contents;
  let at = 0;
  for (const [depth, name] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === name) as
        | Pair<Node, Node | null>
        | undefined;
      if (!pair) break;
      at = pair.key.range?.[0] ?? at;
      node = pair.value;
      if (isName && depth === path.length - 1) return at;
    } else if (isCollection(node)) {
      node = node.items[Number(name)];
    } else break;
    at = (node as Node | null)?.range?.[0] ?? at;
  }
  return at;
}
