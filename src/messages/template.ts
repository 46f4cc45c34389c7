/** The platform's text for an SMS product, with `{placeholders}`. */
export interface Template {
  templateId: string;
  text: string;
  /** The names between braces, each once. */
  variables: readonly string[];
  /** The text taken apart once: literal, name, literal, name … literal. */
  pieces: readonly string[];
  /** The template in each provider's own terms. */
  forms: Readonly<
    Record<string, { code?: string; signature?: string; variables?: Record<string, string> }>
  >;
}

/** Splitting by it leaves the name in braces between the texts around it. */
const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,63})\}/;

export function readTemplate(row: {
  templateId: string;
  text: string;
  forms: Template['forms'];
}): Template {
  const pieces = row.text.split(placeholder);
  const names = pieces.filter((_, i) => i % 2 === 1);
  return { ...row, pieces, variables: [...new Set(names)] };
}

/** What the template needs and was not given. */
export function missingVariables(
  template: Template,
  given: Readonly<Record<string, string>>,
): string[] {
  return template.variables.filter((name) => !Object.hasOwn(given, name));
}

/** The text as the person will read it. A value is put in as it is: braces in it mean nothing. */
export function renderTemplate(
  template: Template,
  values: Readonly<Record<string, string>>,
): string {
  let text = '';
  for (let i = 0; i < template.pieces.length; i++) {
    const piece = template.pieces[i] as string;
    text += i % 2 === 0 ? piece : (values[piece] ?? '');
  }
  return text;
}
