import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '健康检查',
  aside: '也可用 countersign doctor 命令运行',
  good: '全部检查通过',
  bad_other: '{count} 项需要处理',
  advised_other: '未发现故障，{count} 项建议处理',
  passedChecks_other: '{count} 项检查已通过',
  passed: '通过',
  failed: '需要处理',
  advice: '建议处理',
  again: '重新检查',
  open: '打开{screen}',
  runbook: '查看处理手册',
};
