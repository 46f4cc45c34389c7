import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { findJsonFault } from '../../foundation/contract/text/find-json-fault.ts';
import { DescriptionFault, faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import {
  asIs,
  fillTemplate,
  forUrl,
  type Names,
  namesIn,
  parseTemplate,
  type Template,
  textOfValue,
  type Values,
} from './template.ts';

export const bodyFormats = ['json', 'form', 'none'] as const;
export type BodyFormat = (typeof bodyFormats)[number];

export interface BodyTemplate {
  contentType: string | null;
  names: readonly string[];
  fill(values: Values): string;
}

/** Deeper than any vendor's request, and far below a stack overflow. */
const deepest = 64;

export function compileBody(format: BodyFormat, text: string, known: Names): BodyTemplate {
  if (format === 'none') {
    if (text !== '') throw new DescriptionFault(descriptionFaults.body_not_empty);
    return { contentType: null, names: [], fill: () => '' };
  }
  if (format === 'form') return compileForm(text, known);
  const names = namesIn(parseTemplate(text, known));
  const fill = compileJson(parseJson(text), known);
  return {
    contentType: 'application/json',
    names,
    fill: (values) => JSON.stringify(fill(values)),
  };
}

function compileForm(text: string, known: Names): BodyTemplate {
  const invalid = /[^\x21-\x7e]/.exec(
    text.replaceAll(/\{\{[^{}]*\}\}/g, (whole) => 'x'.repeat(whole.length)),
  );
  if (invalid) throw faultAt(text, invalid.index, descriptionFaults.form_character);
  const template = parseTemplate(text, known);
  return {
    contentType: 'application/x-www-form-urlencoded',
    names: namesIn(template),
    fill: (values) => fillTemplate(template, values, forUrl),
  };
}

function parseJson(text: string): unknown {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if ('{['.includes(text.charAt(index))) depth++;
    if ('}]'.includes(text.charAt(index))) depth--;
    if (depth > deepest) throw faultAt(text, index, descriptionFaults.too_deep);
  }
  const fault = findJsonFault(text);
  if (fault !== undefined) throw faultAt(text, fault, descriptionFaults.not_json);
  return JSON.parse(text);
}

type Fill = (values: Values) => unknown;

/** Values are inserted into parsed strings, so no value can break out of its string. */
function compileJson(value: unknown, known: Names): Fill {
  if (typeof value === 'string') return compileString(parseTemplate(value, known));
  if (Array.isArray(value)) {
    const fills = value.map((each) => compileJson(each, known));
    return (values) => fills.map((fill) => fill(values));
  }
  if (typeof value === 'object' && value !== null) {
    const invalid = Object.keys(value).find((name) => name.includes('{{'));
    if (invalid !== undefined) {
      throw new DescriptionFault(
        fillText(descriptionFaults.placeholder_in_name, { name: invalid }),
      );
    }
    const fills = Object.entries(value).map(([name, each]) => [name, compileJson(each, known)]);
    return (values) =>
      Object.fromEntries((fills as [string, Fill][]).map(([name, fill]) => [name, fill(values)]));
  }
  return () => value;
}

/** A placeholder that is the whole string is replaced by its value, which may be a list or a number. */
function compileString(template: Template): Fill {
  const [only, ...others] = template.parts;
  if (typeof only === 'object' && others.length === 0) {
    const { name, asNumber } = only;
    if (asNumber) return (values) => Number(textOfValue(values, name));
    return (values) => {
      const value = Object.hasOwn(values, name) ? values[name] : '';
      return typeof value === 'object' ? value : textOfValue(values, name);
    };
  }
  const mixed = template.parts.find((part) => typeof part === 'object' && part.asNumber);
  if (mixed) throw new DescriptionFault(descriptionFaults.number_not_alone);
  return (values) => fillTemplate(template, values, asIs);
}
