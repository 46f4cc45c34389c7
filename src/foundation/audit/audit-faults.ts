import type { Bilingual } from '../contract/text/bilingual.ts';

/** What can be wrong with the audit log. */
export const auditFaults = {
  entry_missing: { en: 'entry {entry} is missing', zh: '缺少第 {entry} 条记录' },
  entry_changed: {
    en: 'entry {entry} is not what was written, or the one before it is not',
    zh: '第 {entry} 条或前一条记录与写入时不一致',
  },
  head_lost: {
    en: 'no entry has the hash {hash}: the end was cut off, or an older backup was restored',
    zh: '没有哈希为 {hash} 的记录：末尾记录遭截断，或恢复了较早的备份',
  },
  head_foreign: {
    en: 'audit.head in DATA_DIR was not written with a data key of this server: add the key that was rotated while it was off',
    zh: 'DATA_DIR 中的 audit.head 不是用本服务器的数据密钥写入的：若停机期间轮换过密钥，请补上旧密钥',
  },
} as const satisfies Record<string, Bilingual>;
