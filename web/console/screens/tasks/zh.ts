import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '任务',
  aside_other: '导出等耗时操作，保留 {count} 天。',
  table: '任务，最新在前',
  task: '任务',
  state: '状态',
  progress: '进度',
  by: '发起人',
  started: '发起时间',
  size: '大小',
  actions: '操作',
  cancel: '取消',
  download: '下载',
  none: '暂无任务。调用记录、审计日志等导出在这里执行，可以离开，稍后再来查看。',
  exportCalls: '查看调用记录',
};
