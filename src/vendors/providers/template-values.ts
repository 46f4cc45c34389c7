import type { FormFault, TemplateSend } from './provider.ts';
import type { TemplateRules } from './vendor.ts';

/** The values under the provider's variable names. */
export function namedValues({ variables, form }: TemplateSend): Record<string, string> {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, value]) => [form.variables?.[name] ?? name, value]),
  );
}

/** The values in the provider's order. */
export function orderedValues({ variables, form }: TemplateSend): string[] {
  const order = form.order ?? Object.keys(variables);
  return order.map((name) => variables[name] ?? '');
}

/** Checks a message against the vendor's template rules. */
export function findRuleFault(
  { needsCode, needsSignature, longestValue }: TemplateRules,
  { templateId, variables, form }: TemplateSend,
): FormFault | undefined {
  if (needsCode && !form.code) return incomplete(templateId, 'code', '模板编号');
  if (needsSignature && !form.signature) return incomplete(templateId, 'signature', '签名');
  const unknown = form.order?.find((name) => !Object.hasOwn(variables, name));
  if (unknown !== undefined) return incomplete(templateId, `value for ${unknown}`, unknown);
  if (longestValue === undefined) return undefined;
  const long = Object.entries(variables).find(([, value]) => [...value].length > longestValue);
  return (
    long && {
      field: long[0],
      problem: {
        en: `must have at most ${longestValue} characters for this provider`,
        zh: `发给该服务商时不能超过 ${longestValue} 个字符`,
      },
    }
  );
}

function incomplete(templateId: string, what: string, whatZh: string): FormFault {
  return {
    isOperators: true,
    field: 'templateId',
    problem: {
      en: `${templateId} has no ${what} for this provider`,
      zh: `${templateId} 缺少该服务商所需的${whatZh}`,
    },
  };
}
