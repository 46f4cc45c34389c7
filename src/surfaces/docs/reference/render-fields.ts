import type { Language } from '../../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { renderInline } from '../render-blocks.ts';
import { type Header, modelName, type Schema } from './read-reference.ts';
import { type ReferenceText, referenceTexts } from './reference-texts.ts';

interface FieldOptions {
  language: Language;
  /** Requests mark required fields; replies mark fields that may be missing. */
  side: 'request' | 'reply';
  /** The example shown next to the fields. A field that is not in it gets its own example. */
  shown?: Readonly<Record<string, unknown>>;
}

/** Longer lists of values are collapsed. */
const maxValues = 10;

export function renderFields(schema: Schema, options: FieldOptions): Html {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    renderField(name, field, schema.required?.includes(name) ?? false, options),
  );
  return html`<dl class="fields">${fields}</dl>
`;
}

export function renderHeaders(headers: readonly Header[], options: FieldOptions): Html {
  const fields = headers.map(({ name, description, required, schema }) =>
    renderField(name, { ...schema, description }, required ?? options.side === 'reply', options),
  );
  return html`<dl class="fields">${fields}</dl>
`;
}

function renderField(
  name: string,
  schema: Schema,
  isRequired: boolean,
  options: FieldOptions,
): Html {
  const { language, side, shown } = options;
  const { description, examples } = schema;
  const inner = schema.properties ? schema : schema.items;
  const limits = limitsOf(schema, language);
  const isShown = !shown || name in shown || valuesOf(schema).length > 0;
  if (!isShown && examples?.[0] !== undefined) {
    limits.push(fill('example', language, { value: code(examples[0]) }));
  }
  const lines = limits.map((limit) => html`<li>${limit}</li>`);
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema, language)}</span>${presence(isRequired, side, language)}</dt>
<dd>${description && html`<p>${renderInline(description, (href) => href)}</p>`}${lines.length > 0 && html`<ul class="limits">${lines}</ul>`}${inner?.properties && renderFields(inner, { language, side })}</dd></div>
`;
}

function presence(isRequired: boolean, side: FieldOptions['side'], language: Language): Html {
  const say = (name: ReferenceText) => referenceTexts[name][language];
  if (side === 'reply') {
    return isRequired ? html`` : html` <span class="optional">${say('maybeMissing')}</span>`;
  }
  return isRequired
    ? html` <span class="required">${say('required')}</span>`
    : html` <span class="optional">${say('optional')}</span>`;
}

function typeOf(schema: Schema, language: Language): Html {
  const { anyOf, items, type, format } = schema;
  const model = modelName(schema);
  if (model) return html`<a href="#model/${model}">${model}</a>`;
  if (items) return fill('arrayOf', language, { type: typeOf(items, language) });
  if (!anyOf) return html`${type}${format && ` (${format})`}`;
  const [first, ...others] = anyOf.map((one) => typeOf(one, language));
  return html`${first}${others.map((one) => html` ${referenceTexts.or[language]} ${one}`)}`;
}

/** The constraints on a value, in addition to its description. */
function limitsOf(schema: Schema, language: Language): Html[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, format } = schema;
  const values = valuesOf(schema);
  const limits: Html[] = [];
  if (values.length > 0) limits.push(renderValues(values, language));
  const characters = rangeOf(minLength, maxLength, language);
  if (characters) limits.push(fill('characters', language, { range: characters }));
  const items = rangeOf(minItems, maxItems, language);
  if (items) limits.push(fill('items', language, { range: items }));
  if (schema.uniqueItems) limits.push(fill('unique', language, {}));
  const numbers = rangeOf(minimum, maximum, language);
  if (numbers) limits.push(numbers);
  // A pattern of Unicode ranges is less readable than the description.
  if (pattern && !format && !pattern.includes('\\u')) {
    limits.push(fill('pattern', language, { value: html`<code>${pattern}</code>` }));
  }
  return limits;
}

function valuesOf(schema: Schema): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  return schema.enum ?? [schema.items ?? [], schema.anyOf ?? []].flat().flatMap(valuesOf);
}

function renderValues(values: readonly unknown[], language: Language): Html {
  const list = html`${values.map((value, index) => html`${index > 0 && ', '}${code(value)}`)}`;
  if (values.length === 1) return fill('always', language, { value: list });
  if (values.length <= maxValues) return fill('oneOf', language, { values: list });
  const count = fill('manyValues', language, { count: html`${values.length}` });
  return html`<details><summary>${count}</summary>${list}</details>`;
}

function rangeOf(
  min: number | undefined,
  max: number | undefined,
  language: Language,
): Html | undefined {
  if (min === undefined && max === undefined) return undefined;
  const name = max === undefined ? 'atLeast' : min === undefined ? 'atMost' : 'range';
  return fill(name, language, { min: html`${min}`, max: html`${max}` });
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}

function fill(name: ReferenceText, language: Language, values: Record<string, Html>): Html {
  const parts = referenceTexts[name][language].split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 ? values[part] : part))}`;
}
