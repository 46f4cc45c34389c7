import type { Bilingual } from '../text/bilingual.ts';

/** Cells, and moving one to another database. */
export const cellRefusals = {
  cell_unnumbered: {
    en: 'This installation has no number, so it signs for no other cell. Set CELL first.',
    zh: '本系统没有编号，不会为其他单元签名。请先设置 CELL。',
  },
  cell_move_embedded: {
    en: "Set DATABASE_URL to an administrator's URL of the old database. The server's own database is moved by database move.",
    zh: '请将 DATABASE_URL 设为旧数据库的管理员 URL。内置数据库请使用 database move 迁移。',
  },
  cell_move_other_cell: {
    en: 'This database has {found}, not cell {cell}. Check DATABASE_URL and DATABASE_SCHEMA.',
    zh: '该数据库中是 {found}，不是单元 {cell}。请检查 DATABASE_URL 和 DATABASE_SCHEMA。',
  },
  cell_move_public: {
    en: 'The cell is in the schema public. Stop its servers, rename the schema, make their role its owner, and set DATABASE_SCHEMA.',
    zh: '该单元位于 public 模式中。请停止其服务器，重命名该模式，将其所有者设为服务器的角色，并设置 DATABASE_SCHEMA。',
  },
  cell_move_from_citus: {
    en: 'The cell is distributed by Citus. Move it within the cluster with citus_schema_move; to leave Citus, stop its servers and run citus_schema_undistribute({schema}) on the coordinator first.',
    zh: '该单元由 Citus 分布存储。集群内请使用 citus_schema_move 迁移；如需迁出 Citus，请先停止其服务器，并在协调节点上运行 citus_schema_undistribute({schema})。',
  },
  cell_move_to_worker: {
    en: 'The new database is a worker of Citus. Name its coordinator, and distribute the schema when the cell has moved.',
    zh: '新数据库是 Citus 的工作节点。请指定协调节点，待单元迁移完成后再分布其模式。',
  },
  cell_move_own_role: {
    en: "DATABASE_URL names {role}, the role of the cell's servers, which the move must lock out. Name an administrator.",
    zh: 'DATABASE_URL 使用的 {role} 是该单元服务器的角色，迁移时必须禁止其登录。请改用管理员。',
  },
  cell_move_shared_role: {
    en: 'The role {role} is not used by this cell alone: see {where}. Give the cell a role of its own.',
    zh: '角色 {role} 并非仅供该单元使用，请检查 {where}。请为该单元单独设置角色。',
  },
  cell_move_wal_level: {
    en: 'The wal_level of the old database is {level}. Set it to logical and restart that database.',
    zh: '旧数据库的 wal_level 为 {level}。请设为 logical 并重启该数据库。',
  },
  cell_move_slots: {
    en: 'The old database has too few free replication slots: {free} of {needed}. Raise max_replication_slots, or remove unused slots.',
    zh: '旧数据库剩余 {free} 个复制槽，需要 {needed} 个。请调大 max_replication_slots，或删除不再使用的复制槽。',
  },
  cell_move_senders: {
    en: 'The old database has too few free WAL senders: {free} of {needed}. Raise max_wal_senders and restart that database.',
    zh: '旧数据库剩余 {free} 个 WAL 发送进程，需要 {needed} 个。请调大 max_wal_senders 并重启该数据库。',
  },
  cell_move_workers: {
    en: 'The new database has too few free workers for logical replication: {free} of {needed}. Raise max_logical_replication_workers and restart that database.',
    zh: '新数据库剩余 {free} 个逻辑复制进程，需要 {needed} 个。请调大 max_logical_replication_workers 并重启该数据库。',
  },
  cell_move_origins: {
    en: 'The new database has too few free replication origins: {free} of {needed}. Raise max_replication_slots and restart that database.',
    zh: '新数据库剩余 {free} 个复制源，需要 {needed} 个。请调大 max_replication_slots 并重启该数据库。',
  },
  cell_move_source_rights: {
    en: 'The role {admin} cannot move the cell out of the old database: {why}.',
    zh: '角色 {admin} 无法将该单元迁出旧数据库：{why}。',
  },
  cell_move_target_rights: {
    en: 'The new database cannot take the cell, or cannot reach the old one: {why}.',
    zh: '新数据库无法接收该单元，或无法连接旧数据库：{why}。',
  },
  cell_move_same_cluster: {
    en: 'Both URLs lead to the same PostgreSQL. Give the URL of another one.',
    zh: '两个 URL 指向同一个 PostgreSQL，请指定另一个。',
  },
  cell_move_encoding: {
    en: 'The encoding of the new database is {encoding}. Create it with UTF8.',
    zh: '新数据库的编码为 {encoding}，请使用 UTF8 创建。',
  },
  cell_move_role_missing: {
    en: 'The new database has no role {role} that may connect and create temporary tables. Create it with login.',
    zh: '新数据库中没有可以连接并创建临时表的角色 {role}。请创建该角色并允许登录。',
  },
  cell_move_role_creates: {
    en: 'The role {role} may create schemas in the new database, so a server that is started there too early would create an empty cell. Revoke CREATE on that database from the role.',
    zh: '角色 {role} 可以在新数据库中创建模式，过早启动的服务器会在那里创建空的单元。请收回该角色在该数据库上的 CREATE 权限。',
  },
  cell_move_taken: {
    en: 'The new database already has a schema {schema}. Drop it, or give another database.',
    zh: '新数据库中已有模式 {schema}。请删除该模式，或指定其他数据库。',
  },
  cell_move_to_missing: {
    en: 'Give the URL of the new database: --to URL.',
    zh: '请用 --to URL 指定新数据库。',
  },
  cell_move_to_malformed: {
    en: 'The URL of the new database is malformed.',
    zh: '新数据库的 URL 格式不正确。',
  },
  cell_move_elsewhere: {
    en: 'A move to {to} is under way. Name that database, or abort that move first.',
    zh: '正在迁移到 {to}。请指定该数据库，或先中止该迁移。',
  },
  cell_move_busy: {
    en: 'Another command is moving this cell.',
    zh: '另一个命令正在迁移该单元。',
  },
  cell_move_none: {
    en: 'No move of this cell is under way.',
    zh: '该单元没有正在进行的迁移。',
  },
  cell_move_over: {
    en: 'The cell has moved to {to}. Remove the old copy with --forget.',
    zh: '该单元已迁移到 {to}。请用 --forget 删除旧副本。',
  },
  cell_move_not_over: {
    en: 'The move is not finished, so the old copy is still needed. Run the move again, or abort it.',
    zh: '迁移尚未完成，仍需要旧副本。请重新运行迁移，或中止迁移。',
  },
  cell_move_switched: {
    en: 'The cell already serves from {to}, so the move cannot be aborted. Run the move again to finish it.',
    zh: '该单元已在 {to} 提供服务，无法中止迁移。请重新运行迁移以完成收尾。',
  },
  cell_move_aborting: {
    en: 'This move is being aborted. Run it with --abort again to finish that.',
    zh: '此次迁移正在中止。请再次使用 --abort 运行以完成中止。',
  },
  cell_move_aborted: {
    en: 'Another command has aborted this move or goes on with it.',
    zh: '另一个命令已中止或接手了此次迁移。',
  },
  cell_move_sessions: {
    en: 'Sessions of the role {role} did not end. The old cell serves again; run the move again later.',
    zh: '角色 {role} 的会话未能结束。旧单元已恢复服务，请稍后重新运行迁移。',
  },
  cell_move_late: {
    en: 'The new database did not catch up within {seconds} s. The old cell serves again; run the move again later.',
    zh: '新数据库未能在 {seconds} 秒内追上。旧单元已恢复服务，请稍后重新运行迁移。',
  },
  cell_move_differs: {
    en: 'The copy differs from the old cell: see {what}. The old cell serves; abort the move, and begin again.',
    zh: '副本与旧单元不一致，请检查 {what}。旧单元仍在提供服务；请中止迁移后重新开始。',
  },
  cell_move_unproved: {
    en: 'The cell has moved, but {what} finds a fault. Keep the old copy, and run that command on both sides.',
    zh: '该单元已迁移，但 {what} 发现错误。请保留旧副本，并在两侧分别运行该命令。',
  },
} as const satisfies Record<string, Bilingual>;
