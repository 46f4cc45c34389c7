import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';

/** Why a provider on a route is not asked. */
export const stopTexts = {
  removed: { en: 'the provider was removed', zh: '服务商已删除' },
  off: { en: 'it is off', zh: '已停用' },
} as const satisfies Record<string, Bilingual>;
