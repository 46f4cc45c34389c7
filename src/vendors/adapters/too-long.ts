import type { FormFault, TemplateSend } from '../providers/provider.ts';

/** A message that is longer than the vendor accepts. Blames the longest value, which the caller can shorten. */
export function findTooLong(
  { text, variables }: TemplateSend,
  longestText: number,
): FormFault | undefined {
  if ([...text].length <= longestText) return undefined;
  const [field = 'templateId'] =
    Object.entries(variables).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return {
    field,
    problem: {
      en: `makes the message longer than the ${longestText} characters that this provider takes`,
      zh: `使短信超过该服务商允许的 ${longestText} 个字符`,
    },
  };
}
