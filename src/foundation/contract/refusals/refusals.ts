import { accountRefusals } from './account-refusals.ts';
import { backupRefusals } from './backup-refusals.ts';
import { cellRefusals } from './cell-refusals.ts';
import { commandRefusals } from './command-refusals.ts';
import { invoiceRefusals } from './invoice-refusals.ts';
import { messageRefusals } from './message-refusals.ts';
import { moneyRefusals } from './money-refusals.ts';
import { peopleRefusals } from './people-refusals.ts';
import { personRefusals } from './person-refusals.ts';
import { platformRefusals } from './platform-refusals.ts';
import { providerRefusals } from './provider-refusals.ts';
import type { RefusalRow } from './refusal-row.ts';

/** The one table of refusals: why an operator's request was not carried out. */
export const refusals = {
  // What is wrong with the input, field by field.
  fields_invalid: { en: '{faults}.', zh: '{faults}。' },
  nothing_to_change: {
    en: 'Nothing to change. Give at least one setting.',
    zh: '没有需要修改的内容，请至少指定一项。',
  },
  tasks_too_many: {
    en: 'You have {most} unfinished tasks. Wait for one to finish, or cancel one.',
    zh: '已有 {most} 个未完成的任务，请等待其中一个完成，或取消一个。',
  },
  changed_since: {
    en: '{person} changed this at {time} ({changes}). Compare it with your change, then save again.',
    zh: '{person} 已于 {time} 修改此项（{changes}）。请对比后再保存。',
  },
  changed_since_unknown: {
    en: 'This was changed since you opened it. Compare it with your change, then save again.',
    zh: '此项打开后已有修改。请对比后再保存。',
  },
  version_not_found: {
    en: 'This version does not exist. Choose one of the list.',
    zh: '该版本不存在，请从列表中选择。',
  },
  ...accountRefusals,
  ...moneyRefusals,
  ...invoiceRefusals,
  ...messageRefusals,
  ...providerRefusals,
  ...peopleRefusals,
  ...personRefusals,
  ...commandRefusals,
  ...backupRefusals,
  ...cellRefusals,
  ...platformRefusals,
} as const satisfies Record<string, RefusalRow>;
