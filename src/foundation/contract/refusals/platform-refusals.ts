import type { Bilingual } from '../text/bilingual.ts';

/** The platform as a file. */
export const platformRefusals = {
  locked_to_file: {
    en: 'The section {section} is locked to platform.yaml (version {version}). Change the file and apply it.',
    zh: '“{section}”已锁定，只能由 platform.yaml（版本 {version}）修改。请修改该文件后重新应用。',
  },
  platform_file_invalid: {
    en: '{file} is not a valid platform file: {faults}.',
    zh: '{file} 不是有效的平台文件：{faults}。',
  },
  platform_time_invalid: {
    en: '{time} is not a time. Use UTC, such as 2027-01-01T00:00:00Z.',
    zh: '{time} 不是有效时间，请使用 UTC 时间，例如 2027-01-01T00:00:00Z。',
  },
  platform_plan_changed: {
    en: 'The plan has changed since you read it: it is {now} now, not {planned}. Read the new plan first.',
    zh: '计划已发生变化：当前为 {now}，而非 {planned}。请先查看新的计划。',
  },
  platform_plan_hash_of_cells: {
    en: 'Each cell has a plan of its own, so --plan-hash cannot be used with --cells. Apply the file to one cell, or without --plan-hash.',
    zh: '每个单元的计划各不相同，--plan-hash 不能与 --cells 同时使用。请逐个单元应用，或不加 --plan-hash。',
  },
  platform_removal_not_allowed: {
    en: 'The file does not name {names}, which would be removed. To remove them, add --allow-removal.',
    zh: '文件中没有 {names}，应用后将被删除。如确认删除，请加上 --allow-removal。',
  },
  provider_of_other_vendor: {
    en: '{provider} is a provider of {vendor}. To use another vendor, add a provider under another ID.',
    zh: '{provider} 是厂商 {vendor} 的服务商。如需更换厂商，请用新的代码添加服务商。',
  },
  reference_unreadable: {
    en: 'Cannot read {what} from {reference}: {why}.',
    zh: '无法从 {reference} 读取 {what}：{why}。',
  },
  cell_database_unknown: {
    en: '{file} has no database for cell {cell}. Add the reference database.',
    zh: '{file} 中没有单元 {cell} 的数据库，请添加引用 database。',
  },
} as const satisfies Record<string, Bilingual>;
