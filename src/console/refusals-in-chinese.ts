/**
 * What a change is refused with is one English sentence, written where it is refused: for the command line
 * that is all there is. The console's readers may read Chinese, so here each sentence has its translation,
 * by its form; `{}` stands for what is filled in. A test finds the sentences that have none.
 */
const forms: readonly (readonly [string, string])[] = [
  ['A test balance is zero or more.', '测试余额不能为负数。'],
  [
    'Origins are like https://example.com, or myapp: for an app.',
    '来源的格式如 https://example.com，应用则如 myapp:。',
  ],
  ['There is no account {}, or no person {}.', '账户 {} 或人员 {} 不存在。'],
  ['There is no account {}.', '账户 {} 不存在。'],
  ['Account {} has no key {}.', '账户 {} 没有密钥 {}。'],
  ['An overlap is 14 days at the most.', '重叠期最长 14 天。'],
  ['Key {} has ended; make a new one.', '密钥 {} 已失效，请新建密钥。'],
  ['Key {} was replaced by key {}; rotate that one.', '密钥 {} 已被密钥 {} 取代，请轮换后者。'],
  ['{} no key {}.', '没有密钥 {1}。'],
  ['Name the recipient: a mobile.', '请填写接收方手机号。'],
  ['Nothing was sent: {} {}.', '未发送：{0} {1}。'],
  ['Say how you know.', '请说明依据。'],
  [
    'Say what to send: a template with its values, or a text.',
    '请填写发送内容：模板及其变量，或一段文本。',
  ],
  ['Say who is to be checked: name and ID number.', '请填写核验对象：姓名和证件号。'],
  ['The call {} has ended meanwhile: {}.', '调用 {0} 已在此期间结束：{1}。'],
  ['The call {} has ended: {}.', '调用 {0} 已结束：{1}。'],
  [
    'The call {} is still under way, or its provider is being asked.',
    '调用 {} 仍在进行，或正在向服务商查询。',
  ],
  ['The template {} is for {}, not for {}.', '模板 {0} 用于 {1}，不用于 {2}。'],
  ['The template {} is for {}.', '模板 {0} 用于 {1}。'],
  [
    'There is no call {}: what is refused before any money is held leaves none.',
    '调用 {} 不存在：冻结金额之前被拒绝的请求不会留下调用。',
  ],
  ['There is no call {}.', '调用 {} 不存在。'],
  ['The check {} does not allow this any more.', '核验 {} 已不允许此操作。'],
  ['{} serves {}, and not {}.', '{0} 支持 {1}，不支持 {2}。'],
  ['A key cannot end in the past.', '密钥的结束时间不能早于现在。'],
  [
    'The address is another one: type the secrets again, for they go there.',
    '地址已更改：密钥将发往新地址，请重新输入。',
  ],
  ['A credit limit is at most {}.', '信用额度最多为 {}。'],
  ['A credit limit is zero or more.', '信用额度不能为负数。'],
  [
    'A reference has 1 to 200 characters, none of them a control character.',
    '参考号为 1 至 200 个字符，不含控制字符。',
  ],
  [
    'A reference that begins with "refund " is kept for refunds.',
    '以“refund ”开头的参考号仅用于退款。',
  ],
  ['A threshold is zero or more.', '阈值不能为负数。'],
  ['A top-up is more than zero.', '充值金额必须大于零。'],
  ['An adjustment is not zero.', '调整金额不能为零。'],
  ['An adjustment needs a reason.', '调整需要填写原因。'],
  ['A limit per number is 1 to {}.', '单个号码的限额为 1 至 {}。'],
  ['The prefix {} is not closed for account {} ({}).', '账户 {1}（{2}）未关闭号段 {0}。'],
  ['There is no limit among what is to be set.', '没有需要设置的限额。'],
  ['It is not a valid mobile number.', '手机号无效。'],
  ['No field of a request can fill {}.', '请求中没有字段可以填充 {}。'],
  ['The template {} is assigned; unassign it first.', '模板 {} 正在使用，请先取消分配。'],
  ['The template {} needs values: {}', '模板 {0} 缺少变量：{1}'],
  ['The text of a template has 1 to 1000 characters.', '模板文本为 1 至 1000 个字符。'],
  [
    'The text of an sms_code template needs {code} and no other placeholder.',
    '验证码模板必须包含 {code}，且不能有其他占位符。',
  ],
  ['There is a template {} already.', '模板 {} 已存在。'],
  ['There is no template assigned to {} there.', '该处没有为 {} 分配模板。'],
  ['There is no template {}.', '模板 {} 不存在。'],
  ['A role here is {}.', '此处可用的角色为 {}。'],
  ['Somebody else is connected with this identity already.', '该身份已与其他人关联。'],
  [
    'The last owner of the platform stays: make another one first.',
    '平台必须保留一位所有者：请先添加另一位。',
  ],
  [
    'The last second factor stays: set up another one first.',
    '必须保留一种两步验证方式：请先设置另一种。',
  ],
  ['There is no person {}.', '人员 {} 不存在。'],
  ['There is no such passkey.', '通行密钥不存在。'],
  ['This passkey is known already.', '该通行密钥已添加。'],
  ['A price is at most {}.', '价格最高为 {}。'],
  [
    'A price is planned for a time to come; without one it is set now.',
    '计划价格的生效时间必须在将来；不填时间则立即生效。',
  ],
  ['A price is zero or more.', '价格不能为负数。'],
  ['Account {} has no price of its own for {}.', '账户 {0} 没有 {1} 的专属价格。'],
  [
    'Another price is planned for that time; withdraw it first.',
    '该时间已有另一个计划价格，请先撤销。',
  ],
  ['No price is planned under {}.', '没有编号为 {} 的计划价格。'],
  ['Only messages have parts.', '只有短信按条计费。'],
  ['The price of everyone has no end.', '统一价格不能取消。'],
  [
    'A callbackKey has 24 to 128 letters, digits, dashes and underscores.',
    'callbackKey 为 24 至 128 个字母、数字、连字符或下划线。',
  ],
  ['A route has at least one provider.', '路由至少需要一个服务商。'],
  [
    'Name a provider (--code) or a vendor (--vendor), and not both.',
    '请指定服务商或厂商之一，不能同时指定。',
  ],
  ['The settings of a provider are an object.', '服务商的设置必须是对象。'],
  ['The weight of {} is a whole number from 0 to 1000.', '{} 的权重为 0 至 1000 的整数。'],
  ['There is a provider {} already.', '服务商 {} 已存在。'],
  ['There is no provider {}; {}.', '服务商 {0} 不存在；{1}。'],
  ['There is no such route of {}.', '{} 没有这条路由。'],
  ['There is no vendor {}; there is {}.', '厂商 {0} 不存在；可用：{1}。'],
  ['{} is on a route; change the route first.', '{} 仍在路由中，请先修改路由。'],
  ['{} stands on the route twice.', '{} 在路由中重复。'],
  ['{} was changed by somebody else meanwhile; try again.', '{} 已被他人修改，请重试。'],
  ['A month is like 2026-10.', '月份的格式如 2026-10。'],
  ['{} has not begun.', '{} 尚未开始。'],
];

const rows = forms.map(([english, chinese]) => ({ matches: readerOf(english), chinese }));

/** The same sentence in Chinese; undefined for one that has no translation. */
export function refusalInChinese(sentence: string): string | undefined {
  for (const { matches, chinese } of rows) {
    const found = matches.exec(sentence);
    if (found) return fill(chinese, found.slice(1));
  }
  return undefined;
}

function readerOf(form: string): RegExp {
  const parts = form.split('{}').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}

function fill(text: string, values: readonly string[]): string {
  let next = 0;
  return text.replaceAll(/\{(\d?)\}/g, (_, place: string) => {
    const at = place === '' ? next++ : Number(place);
    return values[at] ?? '';
  });
}
