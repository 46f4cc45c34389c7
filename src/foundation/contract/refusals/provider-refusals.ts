import type { Bilingual } from '../text/bilingual.ts';

/** Vendors, providers and routes. */
export const providerRefusals = {
  vendor_not_found: {
    en: 'Vendor {vendor} not found. Available: {vendors}.',
    zh: '厂商 {vendor} 不存在。可用：{vendors}。',
  },
  provider_not_found: {
    en: 'Provider {provider} not found. Available: {providers}.',
    zh: '服务商 {provider} 不存在。可用：{providers}。',
  },
  provider_exists: { en: 'Provider {provider} already exists.', zh: '服务商 {provider} 已存在。' },
  provider_id_invalid: {
    en: 'Provider ID must have 1 to 32 lowercase letters, digits, hyphens or underscores, and not be sandbox, none or any.',
    zh: '服务商代码须为 1 至 32 个小写字母、数字、连字符或下划线，且不能是 sandbox、none 或 any。',
  },
  provider_changed: {
    en: '{provider} was changed by someone else meanwhile. Try again.',
    zh: '{provider} 已由他人修改，请重试。',
  },
  provider_on_route: {
    en: '{provider} is on a route. Remove it from the route first.',
    zh: '{provider} 仍在路由中，请先将其移出路由。',
  },
  provider_has_open_calls: {
    en: 'Calls of {provider} without an outcome: {calls}. Switch it off, and remove it when they are resolved (see review).',
    zh: '{provider} 仍有 {calls} 次调用没有结果。请先停用，待有结果后再删除（需要人工判定的见“待复核”）。',
  },
  provider_has_open_sessions: {
    en: 'Open face sessions of {provider}: {sessions}. Switch it off, and remove it when they are over.',
    zh: '{provider} 仍有 {sessions} 个进行中的核验会话。请先停用，待会话结束后再删除。',
  },
  provider_or_vendor_required: {
    en: 'Give either a provider (--code) or a vendor (--vendor).',
    zh: '请指定服务商（--code）或厂商（--vendor），二者选一。',
  },

  settings_not_object: {
    en: 'Provider settings must be a JSON object.',
    zh: '服务商的设置必须是 JSON 对象。',
  },
  settings_invalid: {
    en: '{faults}. Settings of {vendor}: {names}.',
    zh: '{faults}。{vendor} 的设置项：{names}。',
  },
  callback_key_invalid: {
    en: 'callbackKey must have 24 to 128 letters, digits, hyphens or underscores.',
    zh: 'callbackKey 须为 24 至 128 个字母、数字、连字符或下划线。',
  },
  secrets_required_again: {
    en: 'The address changed. Enter the secrets again, because they will be sent there.',
    zh: '地址已修改，机密信息将发往新地址，请重新填写。',
  },

  route_not_found: { en: '{product} has no such route.', zh: '{product} 没有这条路由。' },
  route_empty: { en: 'A route needs at least one provider.', zh: '路由至少需要一个服务商。' },
  route_provider_repeated: {
    en: '{provider} is on the route twice. Remove one.',
    zh: '{provider} 在路由中重复，请删除一个。',
  },
  route_provider_of_other_kind: {
    en: '{provider} is for {kind}, and {product} needs {wanted}. Available: {providers}.',
    zh: '{provider} 的类型为 {kind}，而 {product} 需要 {wanted}。可用：{providers}。',
  },
  route_weight_invalid: {
    en: 'Weight of {provider} must be a whole number from 0 to 1000.',
    zh: '{provider} 的权重须为 0 至 1000 的整数。',
  },
  route_min_weight_invalid: {
    en: 'Minimum weight of {provider} must be a whole number from 1 to its weight.',
    zh: '{provider} 的最低权重须为 1 至其权重之间的整数。',
  },
  route_without_conversion: {
    en: 'Weights of {product} cannot follow conversion. Only those of verify_start and verify_voice can.',
    zh: '{product} 的权重不能随转化率调整，仅 verify_start 和 verify_voice 可以。',
  },
  route_region_invalid: {
    en: 'Region must be two capital letters, for example CN.',
    zh: '地区须为两个大写字母，例如 CN。',
  },
  sandbox_for_everyone: {
    en: 'The sandbox delivers nothing. Use it only on the route of one account.',
    zh: '沙箱不会真正发送短信或核验身份，只能用于单个账户的路由。',
  },
} as const satisfies Record<string, Bilingual>;
