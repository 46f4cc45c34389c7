import type { RefusalRow } from './refusal-row.ts';

/** People who sign in to the console. */
export const peopleRefusals = {
  person_not_found: { en: 'Member {person} not found.', zh: '成员 {person} 不存在。' },
  account_or_person_not_found: {
    en: 'Account {account} or member {person} not found.',
    zh: '账户 {account} 或成员 {person} 不存在。',
  },
  invitation_not_found: {
    en: 'Invitation {invitation} not found. It was used or revoked, or it has expired.',
    zh: '邀请 {invitation} 不存在，可能已使用、已撤销或已过期。',
  },
  role_invalid: {
    field: 'role',
    en: 'Role must be one of: {roles}.',
    zh: '角色须为以下之一：{roles}。',
  },
  email_taken: {
    field: 'email',
    en: 'Another member has the email address {email}.',
    zh: '邮箱地址 {email} 已属于其他成员。',
  },
  email_invalid: { field: 'email', en: 'The email address is not valid.', zh: '邮箱地址无效。' },
  identity_taken: {
    en: 'This identity is already linked to another member.',
    zh: '该身份已关联其他成员。',
  },
  passkey_exists: { en: 'This passkey was already added.', zh: '该通行密钥已添加。' },
  passkey_not_found: { en: 'Passkey not found.', zh: '通行密钥不存在。' },
  last_factor: {
    en: 'Keep at least one second factor. Set up another one first.',
    zh: '至少保留一种两步验证方式，请先设置另一种。',
  },
  last_owner: {
    en: 'The platform needs at least one owner. Add another one first.',
    zh: '平台至少需要一位所有者，请先添加另一位。',
  },
} as const satisfies Record<string, RefusalRow>;
