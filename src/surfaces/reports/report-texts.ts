import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Detail } from './finding-detail.ts';

/** What the doctor checks. */
export const checkTitles = {
  settings: { en: 'Settings', zh: '设置' },
  database: { en: 'Database', zh: '数据库' },
  database_settings: { en: 'Database settings', zh: '数据库参数' },
  migrations: { en: 'Migrations', zh: '数据库迁移' },
  partitions: { en: 'Partitions', zh: '分区' },
  unresolved_calls: { en: 'Unresolved calls', zh: '结果未知的调用' },
  erasure: { en: 'Erasure at providers', zh: '服务商数据删除' },
  live_calls: { en: 'Live calls', zh: '正式调用' },
  live_templates: { en: 'Templates of live calls', zh: '正式调用的模板' },
  platform_file: { en: 'Platform file', zh: '平台文件' },
  cells_file: { en: 'List of cells', zh: '单元列表' },
  legal_details: { en: 'Legal details', zh: '主体信息' },
  face_pages: { en: 'Pages of face checks', zh: '人脸核验页面' },
  jobs: { en: 'Jobs', zh: '后台任务' },
  mail: { en: 'Mail to customers', zh: '客户邮件' },
  backups: { en: 'Backups', zh: '备份' },
  search: { en: 'Search', zh: '搜索' },
  data_keys: { en: 'Data keys', zh: '数据密钥' },
  wallets: { en: 'Wallets', zh: '钱包' },
  closures: { en: 'Closed accounts', zh: '销户' },
  audit_log: { en: 'Audit log', zh: '审计日志' },
} as const satisfies Record<string, Bilingual>;

/** What the doctor finds. A command has no placeholder that its finding lacks. */
export const findingTexts = {
  backup_proved: { en: 'the last proved one ended at {at}', zh: '最近一次已验证的备份完成于 {at}' },
  backup_first: { en: 'the first one is due at {at}', zh: '首次备份将于 {at} 进行' },
  backup_unscheduled: {
    en: 'none yet',
    zh: '尚无备份',
    todo: {
      en: 'set BACKUP_DIR for daily backups, or make one now',
      zh: '设置 BACKUP_DIR 可每日备份，也可立即备份',
    },
    command: 'backup create <file>',
  },
  backup_old: {
    en: 'the last proved one is {hours} hours old',
    zh: '最近一次已验证的备份已是 {hours} 小时前',
    todo: { en: 'see the log, and make one now', zh: '请查看日志，并立即备份' },
    command: 'backup run',
  },
  backup_failed: {
    en: 'the last one failed: {failure}; the last proved one ended at {at}',
    zh: '最近一次备份失败：{failure}；最近一次已验证的备份完成于 {at}',
  },
  settings: {
    en: 'region {region}, time zone {timeZone}, currency {currency}, public URL {url}',
    zh: '地区：{region}，时区：{timeZone}，币种：{currency}，公开地址：{url}',
  },
  public_url_inside: {
    en: 'there is no public URL that vendors and customers can reach',
    zh: '没有厂商和客户能够访问的公开地址',
    todo: {
      en: 'set PUBLIC_URL to the https address of the platform, and restart the server',
      zh: '请将 PUBLIC_URL 设为平台的 https 地址，并重启服务器',
    },
  },
  public_url_plain: {
    en: 'the public URL is not encrypted, and some vendors refuse it',
    zh: '公开地址未加密，部分厂商不接受',
    todo: {
      en: 'set PUBLIC_URL to the https address of the platform, and restart the server',
      zh: '请将 PUBLIC_URL 设为平台的 https 地址，并重启服务器',
    },
  },
  database: {
    en: 'PostgreSQL {version}, {kind}, fsync {fsync}, synchronous_commit {commit}, {size} MiB',
    zh: 'PostgreSQL {version}，{kind}，fsync {fsync}，synchronous_commit {commit}，{size} MiB',
  },
  database_settings_ok: { en: 'no harmful ones', zh: '无有害参数' },
  database_setting: { en: '{name} is {value}: {why}', zh: '{name} 为 {value}：{why}' },
  migrations: { en: '{count} applied, last {last}', zh: '已应用 {count} 个，最近一个为 {last}' },
  partitions_ok: { en: 'ready for next month', zh: '下月分区已就绪' },
  partition_missing: {
    en: '{table} has no partition for next month',
    zh: '{table} 缺少下月分区',
  },
  partition_spare: {
    en: '{table} has rows outside every month; is the clock right?',
    zh: '{table} 存在不属于任何月份的数据，请检查系统时钟',
  },
  unresolved_none: { en: 'none', zh: '无' },
  unresolved: { en: '{count}, the oldest since {since}', zh: '{count} 个，最早始于 {since}' },
  sweep_ahead: {
    en: 'the scan for abandoned calls is in the future; is the clock right?',
    zh: '对中断调用的扫描时间晚于当前时间，请检查系统时钟',
  },
  forgotten: {
    en: '{calls} held for more than an hour, which nothing will resolve',
    zh: '{calls}冻结超过一小时且不会自动处理',
    todo: { en: 'audit the ledger', zh: '请核对账目' },
    command: 'ledger audit',
  },
  mail_off: { en: 'not sent: SMTP_URL is not set', zh: '未发送：未设置 SMTP_URL' },
  mail_ok: {
    en: '{sent} sent in the last 7 days, {waiting} waiting',
    zh: '最近 7 天已发送 {sent} 封，{waiting} 封待发送',
  },
  mail_given_up: {
    en: '{count} could not be delivered to members of account {account} in the last 7 days: {fault}',
    zh: '最近 7 天有 {count} 封邮件未能送达账户 {account} 的成员：{fault}',
  },
  mail_late: {
    en: '{waiting} waiting, the oldest since {since}: {fault}',
    zh: '{waiting} 封待发送，最早始于 {since}：{fault}',
  },
  erasure_ok: { en: 'nothing pending', zh: '无待删除数据' },
  erasure_open: {
    en: '{provider} has not erased {count} since {since}: {answer}',
    zh: '{provider} 自 {since} 起有 {count} 项未删除：{answer}',
  },
  unserved: {
    en: 'no provider serves {products} for {accounts} with a live key',
    zh: '{accounts}持有正式密钥，但{products}没有服务商',
    todo: {
      en: 'add a provider and put it on the route, or limit live keys to the products that you sell',
      zh: '请添加服务商并加入路由，或让正式密钥只授权已开通的产品',
    },
    command: 'route set --product <product> --providers <code>',
  },
  sandbox_serves: {
    en: 'the sandbox, which delivers nothing, serves {products} for {accounts} with a live key',
    zh: '{accounts}持有正式密钥，但{products}由不实际送达的沙箱处理',
    todo: { en: 'put a provider on the route', zh: '请将服务商加入路由' },
    command: 'route set --product <product> --providers <code> --account <id>',
  },
  served: { en: '{product} by {providers}', zh: '{product} 由 {providers} 处理' },
  no_routes: { en: 'no live key and no route yet', zh: '尚无正式密钥和路由' },
  templates_ok: {
    en: 'every route has a provider that can send them',
    zh: '每条路由都有可发送的服务商',
  },
  template_unsendable: {
    en: '{providers} cannot send template {template} for {accounts}: {problems}',
    zh: '{providers} 无法为{accounts}发送模板 {template}：{problems}',
    todo: { en: 'enter what is missing in the template', zh: '请在模板中补全' },
    command: 'template update --template {template} --forms <json>',
  },
  legal_ok: { en: 'nothing missing for the face checks on a route', zh: '路由中的人脸核验无缺项' },
  legal_operator: {
    en: 'live face checks are off: your legal details are missing',
    zh: '尚未填写主体信息，无法进行正式人脸核验',
    todo: {
      en: 'enter your legal name, contact and privacy notice',
      zh: '请填写主体名称、联系方式和隐私政策',
    },
    command:
      'operator set --name-en <name> --name-zh <name> --contact <contact> --privacy-url <url>',
  },
  legal_provider: {
    en: '{provider} is not used: its legal details are incomplete ({problems})',
    zh: '{provider} 的主体信息不完整（{problems}），暂不使用',
    todo: { en: 'complete them in the settings of the provider', zh: '请在服务商设置中补全' },
    command: 'provider set --code {provider} --particulars <json>',
  },
  pages_at: { en: 'at {url}', zh: '位于 {url}' },
  pages_shared: { en: 'on the same host as the console', zh: '与控制台使用同一主机名' },
  pages_advice: {
    en: 'on the same host as the console; give them one of their own with PERSON_URL',
    zh: '与控制台使用同一主机名；建议通过 PERSON_URL 使用独立主机名',
  },
  jobs_none: { en: 'none has run yet', zh: '尚未运行' },
  jobs_ok: { en: '{count} known, the last ended {at}', zh: '共 {count} 个，最近一次结束于 {at}' },
  job_failed: { en: '{job} failed: {failure}', zh: '{job} 失败：{failure}' },
  job_lost: {
    en: '{job} began {at} and never ended',
    zh: '{job} 于 {at} 开始，未正常结束',
  },
  search_ok: { en: 'up to date', zh: '已是最新' },
  search_behind: {
    en: '{changes} cannot be copied to the search, which shows an older state; the log says why',
    zh: '{changes}无法同步到搜索，搜索结果可能不是最新；原因见日志',
  },
  audit_head: {
    en: 'contains the head that was kept {at}: {hash} (entry {entry}); keep a copy outside this machine',
    zh: '包含 {at} 保存的链头：{hash}（第 {entry} 条）；请在本机之外另存一份',
  },
  audit_headless: { en: 'no head kept yet', zh: '尚未保存链头' },
  audit_broken: {
    en: '{fault}',
    zh: '{fault}',
    todo: { en: 'verify the whole log', zh: '请校验整个日志' },
    command: 'audit verify',
  },
  data_key_added: {
    en: '{key} is added and waits for data-key rotate',
    zh: '{key} 已添加，等待 data-key rotate',
  },
  data_key_sealing: {
    en: '{key} seals since {since}; values sealed so far: {seals}',
    zh: '{key} 自 {since} 起用于加密，已加密 {seals} 个值',
  },
  data_key_replaced: {
    en: '{key} is needed until its values are resealed; see data-key list',
    zh: '{key} 的数据正在重新加密，完成前仍需保留；详见 data-key list',
  },
  data_key_retired: {
    en: 'nothing here needs {key} since {since}; remove it when no backup from before is kept',
    zh: '自 {since} 起无数据需要 {key}；不再保留此前的备份后即可移除',
  },
  data_key_worn: {
    en: '{key} has sealed {seals} values, and random nonces are safe for 4294967296; run data-key add and data-key rotate',
    zh: '{key} 已加密 {seals} 个值，随机 nonce 的安全上限为 4294967296 个；请运行 data-key add 和 data-key rotate',
  },
  data_key_unlearned: {
    en: '{count} of {servers} servers do not know {key}; give it to them',
    zh: '{servers} 台服务器中有 {count} 台没有密钥 {key}，请为其配置',
  },
  cells_none: {
    en: 'CELLS_FILE is not set: this installation knows no other cell',
    zh: '未设置 CELLS_FILE，本系统不知道其他单元',
  },
  cells_ok: {
    en: 'Cells in the file: {count}. This one has its own address there',
    zh: '文件列出 {count} 个单元，本单元的地址正确',
  },
  cells_unreadable: {
    en: '{why}. Servers that run keep the list that they read; the next start will fail',
    zh: '{why}。运行中的服务器仍使用启动时读取的列表，但下次启动会失败',
  },
  cells_unnumbered: {
    en: 'CELLS_FILE is set, and this installation has no number. Set CELL',
    zh: '已设置 CELLS_FILE，但本系统没有编号，请设置 CELL',
  },
  cells_lacking: {
    en: 'The file lacks cell {cell}, which is this one: the others do not know its keys. Add it',
    zh: '文件中没有单元 {cell}（即本单元），其他单元无法识别它的密钥。请补上',
  },
  cells_elsewhere: {
    en: 'The file has cell {cell}, which is this one, at {url}, and PUBLIC_URL is {own}. Other cells send its callers to the address in the file',
    zh: '文件中单元 {cell}（即本单元）的地址为 {url}，而 PUBLIC_URL 为 {own}。其他单元会让调用方使用文件中的地址',
  },
  platform_none: {
    en: 'none was applied; the settings are changed by hand',
    zh: '尚未应用文件，设置由人工修改',
  },
  platform_ok: {
    en: 'the settings follow version {version}, applied at {at}',
    zh: '设置与 {at} 应用的版本 {version} 一致',
  },
  platform_drift: {
    en: 'changed by hand since version {version}: {names}; write it into the file, or apply the file again',
    zh: '自版本 {version} 起有人工修改：{names}；请写入文件，或重新应用文件',
  },
  platform_unreadable: {
    en: 'version {version} cannot be read by this program: {why}',
    zh: '当前程序无法读取版本 {version}：{why}',
  },
  closures_ok: { en: 'no account waits for anything', zh: '没有待处理的账户' },
  closure_waits: {
    en: 'account {account}: waiting since {since} for its open calls and checks',
    zh: '账户 {account}：自 {since} 起等待未结的调用和核验',
  },
  closure_unpaid: {
    en: 'account {account}: {amount} to pay out',
    zh: '账户 {account}：应退余额 {amount}',
    todo: { en: 'pay it out, then record the reference', zh: '请退款，然后登记参考号' },
    command: 'account close --account {account} --paid-out <reference>',
  },
  closure_owed: {
    en: 'account {account}: the customer owes {amount}',
    zh: '账户 {account}：客户欠款 {amount}',
  },
  wallets_ok: { en: 'all match their transfers', zh: '均与流水一致' },
  wallets_wrong: {
    en: '{wallets} not matching the transfers',
    zh: '{wallets}与流水不一致',
    todo: { en: 'find which, and by how much', zh: '请核对是哪些钱包、差额多少' },
    command: 'ledger audit',
  },
} as const satisfies Record<string, Detail>;

/** Why a database setting is harmful. */
export const harmTexts = {
  no_autovacuum: { en: 'tables grow without end', zh: '表会无限增长' },
  strict_isolation: { en: 'batches of one wallet would fail', zh: '同一钱包的批次会失败' },
  read_only: { en: 'nothing can be written', zh: '无法写入' },
  logged_statements: { en: 'personal data is written to a log', zh: '个人信息会写入日志' },
  logged_parameters: {
    en: 'slow statements are logged with personal data; set log_parameter_max_length to 0',
    zh: '慢语句会连同个人信息写入日志；请将 log_parameter_max_length 设为 0',
  },
  no_counts: { en: 'autovacuum does not know where to work', zh: '自动清理无法得知处理对象' },
  full_scans: { en: 'every lookup reads whole tables', zh: '每次查询都会扫描整表' },
  few_connections: { en: 'each server process takes 21', zh: '每个服务进程需要 21 个连接' },
  acknowledged_early: {
    en: 'a failover can lose acknowledged calls; set it to on',
    zh: '主备切换可能丢失已确认的调用；请设为 on',
  },
  no_standby: {
    en: 'no standby must have a commit before it is acknowledged, so a failover can lose calls',
    zh: '提交无需备库确认，主备切换可能丢失调用',
  },
  idle_timeout: { en: 'idle connections are cut', zh: '空闲连接会断开' },
} as const satisfies Record<string, Bilingual>;

/** Why a provider on a route would be asked or not, and what a live call would get. */
export const routeTexts = {
  delivers_nothing: { en: 'it delivers nothing', zh: '不会实际送达' },
  on: { en: '{vendor}, on', zh: '{vendor}，已启用' },
  on_weighted: {
    en: '{vendor}, on, tried first with weight {weight}',
    zh: '{vendor}，已启用，首选权重 {weight}',
  },
  on_converting: {
    en: '{vendor}, on, tried first with weight {now} of {minWeight} to {weight}: {approved} of {numbers} numbers entered its first code in {hours} h',
    zh: '{vendor}，已启用，首选权重 {now}（{minWeight} 至 {weight}）：{hours} 小时内 {numbers} 个号码中有 {approved} 个填写了首条验证码',
  },
  on_partly: { en: '{on}, but {problems}', zh: '{on}，但{problems}' },
  route: { en: 'of {account}, {region}', zh: '{account}，{region}' },
  region_not_allowed: {
    en: '403 region_not_allowed (limit show)',
    zh: '403 region_not_allowed（limit show）',
  },
  template_not_assigned: {
    en: '404 template_not_assigned (template assign)',
    zh: '404 template_not_assigned（template assign）',
  },
  operator_missing: {
    en: '403 product_not_available: your legal details are missing (operator set)',
    zh: '403 product_not_available：尚未填写主体信息（operator set）',
  },
  not_available: { en: '403 product_not_available', zh: '403 product_not_available' },
  first_able: {
    en: 'the first provider that can serve it',
    zh: '由首个可用的服务商处理',
  },
  first_able_in_turn: {
    en:
      'the first provider that can serve it; the next code of an open verification goes by ' +
      'another provider than the last',
    zh: '由首个可用的服务商处理；同一验证的下一条验证码改由另一服务商发送',
  },
} as const satisfies Record<string, Bilingual>;

/** A number of things, in both languages. */
export const amounts = {
  accounts: (count: number): Bilingual => ({
    en: count === 1 ? '1 account' : `${count} accounts`,
    zh: `${count} 个账户`,
  }),
  calls: (count: number): Bilingual => ({
    en: count === 1 ? '1 call' : `${count} calls`,
    zh: `${count} 个调用`,
  }),
  changes: (count: number): Bilingual => ({
    en: count === 1 ? '1 change of a call' : `${count} changes of calls`,
    zh: `${count} 项调用变更`,
  }),
  wallets: (count: number): Bilingual => ({
    en: count === 1 ? '1 wallet' : `${count} wallets`,
    zh: `${count} 个钱包`,
  }),
};
