import type { Bilingual } from '../text/bilingual.ts';

/** Refusals of the command line only. */
export const commandRefusals = {
  file_unreadable: { en: 'Cannot read {file}: {why}.', zh: '无法读取 {file}：{why}。' },
  variable_malformed: {
    en: 'Write each variable as name=value, not as {given}.',
    zh: '变量的写法应为 name=value，而不是 {given}。',
  },
  setting_not_json: { en: '{name} must be written as JSON.', zh: '{name} 须写成 JSON。' },
  setting_value_missing: {
    en: '{name} needs a value: {name}=… or {name}=@file.',
    zh: '{name} 缺少值：{name}=… 或 {name}=@file。',
  },
  editor_missing: { en: 'Set EDITOR to the editor you want to use.', zh: '请设置 EDITOR。' },
  editor_failed: {
    en: 'The editor failed. Nothing was changed.',
    zh: '编辑器出错，未作任何修改。',
  },
  span_reversed: { en: '--from must not be after --to.', zh: '--from 不能晚于 --to。' },
  pdf_file_missing: {
    en: 'A PDF needs a file. Name it with --out.',
    zh: 'PDF 须写入文件，请用 --out 指定。',
  },

  bill_column_not_found: {
    en: 'Column {column} not found. Available: {columns}.',
    zh: '账单中没有列 {column}。现有列：{columns}。',
  },
  bill_amount_invalid: {
    en: 'Line {line} of the bill has no valid amount: {text}.',
    zh: '账单第 {line} 行的金额无效：{text}。',
  },
  bill_invalid: {
    en: 'The bill is not valid CSV, at line {line}.',
    zh: '账单第 {line} 行不是有效的 CSV。',
  },

  endpoint_not_found: { en: 'Endpoint {endpoint} not found.', zh: '推送地址 {endpoint} 不存在。' },
  endpoint_not_on: {
    en: 'Endpoint {endpoint} is {state}. Switch it on first.',
    zh: '推送地址 {endpoint} 的状态为 {state}，请先启用。',
  },
  endpoint_refused: { en: '{why}', zh: '{why}' },
  delivery_not_found: { en: 'Delivery not found.', zh: '推送记录不存在。' },
  replay_target_missing: {
    en: 'Give a --delivery, or an --endpoint with --from.',
    zh: '请指定 --delivery，或同时指定 --endpoint 和 --from。',
  },
  demo_key_missing: {
    en: 'No demo key in {file}. Give a test key with --key.',
    zh: '{file} 中没有演示密钥，请用 --key 指定测试密钥。',
  },
  listening_failed: { en: 'Cannot forward events: {why}', zh: '无法转发事件：{why}' },

  simulator_not_found: {
    en: 'No simulator for "{vendor}". Available: {vendors}.',
    zh: '没有“{vendor}”的模拟器。可用：{vendors}。',
  },
  misbehaviour_unknown: {
    en: 'Cannot simulate that: {why}.',
    zh: '无法模拟：{why}。',
  },
  one_proxy_required: {
    en: 'Name one proxy: --nginx, --haproxy or --caddy.',
    zh: '请指定一种代理：--nginx、--haproxy 或 --caddy。',
  },
  port_taken: {
    en: 'Port {port} is in use. Free it, or choose another with --port.',
    zh: '端口 {port} 已占用，请释放该端口，或用 --port 指定另一个。',
  },
} as const satisfies Record<string, Bilingual>;
