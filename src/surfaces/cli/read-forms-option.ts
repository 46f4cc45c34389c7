import { InvalidArgumentError } from 'commander';
import Type from 'typebox';
import Value from 'typebox/value';
import type { ProviderForm } from '../../vendors/providers/provider.ts';

const Text = Type.String({ minLength: 1, maxLength: 200 });

/** Rejects unknown fields of a form: they are usually typos. */
const FormSchema = Type.Object(
  {
    code: Type.Optional(Text),
    signature: Type.Optional(Text),
    variables: Type.Optional(Type.Record(Type.String(), Text)),
    order: Type.Optional(Type.Array(Text)),
  },
  { additionalProperties: false },
);
const Code = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' });
const noOthers = { additionalProperties: false };
const FormsSchema = Type.Record(Code, FormSchema, noOthers);
const ChangesSchema = Type.Record(Code, Type.Union([FormSchema, Type.Null()]), noOthers);

/** A template in the terms of one provider. */
export function readForm(text: string): ProviderForm {
  const parsed = parse(text);
  if (Value.Check(FormSchema, parsed)) return parsed;
  throw new InvalidArgumentError(
    'Use JSON with code, signature, variables and order, such as {"code":"SMS_1"}.',
  );
}

/** Forms of a template, by provider code. */
export function readForms(text: string): Record<string, ProviderForm> {
  const parsed = parse(text);
  if (Value.Check(FormsSchema, parsed)) return parsed;
  return say('');
}

/** Forms by provider code; null removes the provider's form. */
export function readFormChanges(text: string): Record<string, ProviderForm | null> {
  const parsed = parse(text);
  if (Value.Check(ChangesSchema, parsed)) return parsed;
  return say(', or null for one to remove');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function say(besides: string): never {
  throw new InvalidArgumentError(
    'Use JSON by provider, each with code, signature, variables (our name to theirs) and ' +
      `order (a list of our names)${besides}; such as ` +
      '{"aliyun":{"code":"SMS_1","signature":"Shop"}}.',
  );
}
