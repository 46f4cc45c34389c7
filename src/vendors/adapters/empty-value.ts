import type { FormFault, TemplateSend } from '../providers/provider.ts';

/** An empty value, for vendors that refuse the whole message because of one. */
export function findEmptyValue({ variables }: TemplateSend): FormFault | undefined {
  const empty = Object.entries(variables).find(([, value]) => value === '');
  return (
    empty && {
      field: empty[0],
      problem: { en: 'must not be empty for this provider', zh: '发给该服务商时不能为空' },
    }
  );
}
