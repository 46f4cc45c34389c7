import type { Bilingual } from '../text/bilingual.ts';

/** Creating and restoring backups. */
export const backupRefusals = {
  file_exists: {
    en: '{file} already exists. Choose another name.',
    zh: '{file} 已存在，请换一个文件名。',
  },
  file_unwritable: { en: 'Cannot write {file}: {why}.', zh: '无法写入 {file}：{why}。' },
  backup_unreadable: {
    en: '{file} is not a backup of Countersign, or is damaged.',
    zh: '{file} 不是 Countersign 的备份，或已损坏。',
  },
  backup_cut_off: {
    en: '{file} is incomplete: its end is missing.',
    zh: '{file} 不完整：缺少结尾。',
  },
  backup_encrypted: {
    en: '{file} is encrypted. Give its private key: --key FILE.',
    zh: '{file} 已加密，请用 --key FILE 指定私钥文件。',
  },
  backup_key_wrong: {
    en: '{file} cannot be decrypted with this private key. Use the key that belongs to the BACKUP_PUBLIC_KEY of that time.',
    zh: '此私钥无法解密 {file}，请使用与当时的 BACKUP_PUBLIC_KEY 配对的私钥。',
  },
  backup_key_unreadable: {
    en: '{file} does not hold a private key of backups (AGE-SECRET-KEY-1…).',
    zh: '{file} 中没有备份私钥（AGE-SECRET-KEY-1…）。',
  },
  backup_rows_damaged: {
    en: '{file} is damaged: the rows of a table do not match their checksum.',
    zh: '{file} 已损坏：表中的数据与校验和不符。',
  },
  backup_rows_missing: {
    en: 'The restored copy has {found} of {rows} rows.',
    zh: '恢复出的副本只有 {rows} 行中的 {found} 行。',
  },
  backup_under_way: {
    en: 'Another backup is under way on this machine. Wait until it has ended, and try again.',
    zh: '这台机器上正在进行另一次备份，请等待其结束后重试。',
  },
  backup_folder_unset: {
    en: 'Set BACKUP_DIR to the directory of the backups.',
    zh: '请用 BACKUP_DIR 指定备份目录。',
  },
  backup_folder_unusable: {
    en: 'Cannot use the backup directory {folder}: {why}. Create it, or mount its disk.',
    zh: '无法使用备份目录 {folder}：{why}。请创建该目录或挂载磁盘。',
  },
  proof_no_space: {
    en: 'The backup cannot be restored for a proof: {folder} has {free} MiB free, and {needed} MiB are needed.',
    zh: '无法通过恢复来验证备份：{folder} 剩余 {free} MiB，需要 {needed} MiB。',
  },
  move_not_embedded: {
    en: 'DATABASE_URL is set, so there is no database of the server itself to move. Unset it, and set DATA_DIR.',
    zh: '已设置 DATABASE_URL，没有可迁移的内置数据库。请取消该设置，并设置 DATA_DIR。',
  },
  move_target_unusable: {
    en: 'The new database cannot be used: {why}. Nothing was moved.',
    zh: '无法使用新数据库：{why}。未迁移任何数据。',
  },
  move_in_use: {
    en: 'Other commands still use the database (process {pids}). Wait until they have ended, and try again.',
    zh: '仍有其他命令在使用数据库（进程 {pids}）。请等待其结束后重试。',
  },
  move_differs: {
    en: 'The new database is not empty and differs from this one: see {what}. Give an empty one; nothing was moved.',
    zh: '新数据库不为空，且与当前数据库不一致，请检查 {what}。请使用空数据库；未迁移任何数据。',
  },
  backup_too_new: {
    en: '{file} was made by a newer Countersign. Upgrade this one first.',
    zh: '{file} 由更新版本的 Countersign 生成，请先升级。',
  },
  backup_of_other_version: {
    en: '{file} does not fit this version of Countersign. {why}',
    zh: '{file} 与当前版本的 Countersign 不符。{why}',
  },
  data_key_wrong: {
    en: '{place} does not hold the data key of this backup, {key}.',
    zh: '{place} 中的数据密钥与此备份不符，应为 {key}。',
  },
  data_key_none_new: {
    en: '{place} holds no new key. Append one, for example from `openssl rand -base64 32`, and try again.',
    zh: '{place} 中没有新密钥。请追加一个（例如用 `openssl rand -base64 32` 生成）后重试。',
  },
  data_key_none_added: {
    en: 'There is no key to rotate to. Add one with data-key add.',
    zh: '没有可轮换的密钥，请先用 data-key add 添加。',
  },
  data_key_not_here: {
    en: '{place} does not hold the key {key}. Copy it from the machine where it was added.',
    zh: '{place} 中没有密钥 {key}，请从添加它的机器复制过来。',
  },
  data_key_not_learned: {
    en: '{count} of {servers} servers do not know the key {key} yet ({addresses}). Give it to them, wait a few seconds and try again.',
    zh: '{servers} 台服务器中有 {count} 台尚未获得密钥 {key}（{addresses}）。请为其配置该密钥，几秒后重试。',
  },
  database_not_empty: {
    en: 'The database is not empty. Restore into an empty one.',
    zh: '数据库不为空，请恢复到空数据库。',
  },
  backup_ledger_wrong: {
    en: 'The ledger in {file} is wrong, and nothing was restored: {fault}.',
    zh: '{file} 中的账目有误，未恢复任何数据：{fault}。',
  },
  backup_tables_wrong: {
    en: '{file} does not have the tables of its version: see {table}. Nothing was restored.',
    zh: '{file} 的表与其版本不符，请检查 {table}。未恢复任何数据。',
  },
  backup_rows_refused: {
    en: 'The rows of {table} are not valid: {why}. Nothing was restored.',
    zh: '{table} 的数据无效：{why}。未恢复任何数据。',
  },
  backup_rows_lost: {
    en: '{table} took {taken} of {rows} rows. Nothing was restored.',
    zh: '{table} 只写入了 {rows} 行中的 {taken} 行，未恢复任何数据。',
  },
} as const satisfies Record<string, Bilingual>;
