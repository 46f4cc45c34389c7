import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '健康检查',
  aside: '与 doctor 命令相同的检查项。',
  good: '全部检查通过',
  bad_other: '{count} 项需要处理',
  passed: '通过',
  failed: '需要处理',
  again: '重新检查',
  runbook: '处理方法',
};
