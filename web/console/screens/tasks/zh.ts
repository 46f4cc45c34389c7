import type { SameKeys } from '../../client/words.ts';
import type { en } from './en.ts';

export const zh: SameKeys<typeof en> = {
  title: '任务',
  aside_other: '导出等耗时操作，保留 {count} 天',
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
  none_operator: '暂无任务。导出、重新推送和按月的路由测算在这里执行，可以离开，稍后再来查看。',
  none_customer: '暂无任务。导出和重新推送在这里执行，可以离开，稍后再来查看。',
  exportCalls: '前往调用',
};
