/**
 * The sentences that changes are refused with, by their form: `{}` stands for what is filled in, `{0}` for the
 * first of it where Chinese has another order. What is filled in can have a form of its own.
 */
export const refusalForms: readonly (readonly [english: string, chinese: string])[] = [
  ['A test balance is zero or more.', '测试余额不能为负数。'],
  [
    'Origins are like https://example.com, or myapp: for an app.',
    '来源的格式如 https://example.com，应用则如 myapp:。',
  ],
  [
    '{} has 1 to {} characters, at least one that can be seen, and none that controls a terminal ' +
      'or the direction of a text.',
    '{0}须为 1 至 {1} 个字符，至少有一个可见字符，且不能包含控制字符或改变文字方向的字符。',
  ],
  [
    'A display name has 1 to 64 characters, no space at its ends.',
    '显示名称为 1 至 64 个字符，首尾不能有空格。',
  ],
  ['A colour is written as #RRGGBB.', '颜色的格式为 #RRGGBB。'],
  [
    'A telephone number has 3 to 31 digits, spaces, dots, dashes and parentheses, such as ' +
      '400-800-8888 or +86 10 8888 8888.',
    '电话号码由 3 至 31 个数字、空格、点、连字符和括号组成，例如 400-800-8888 或 +86 10 8888 8888。',
  ],
  ['A logo has at most {} kB.', '标志图片不能超过 {} kB。'],
  ['A logo is a PNG, JPEG or WebP image.', '标志须为 PNG、JPEG 或 WebP 图片。'],
  [
    'A logo for the dark goes beside one for the light: give that too.',
    '深色标志须与浅色标志同时使用：请一并上传浅色标志。',
  ],
  [
    '{} is an address that begins with https://, of at most 2048 characters, without spaces, a ' +
      'user name or anything that cannot be seen.',
    '{}须为以 https:// 开头的地址，最多 2048 个字符，不含空格、用户名或不可见字符。',
  ],
  ['{} is missing.', '缺少{}。'],
  ['{} is a text.', '{}须为文本。'],
  ['{} has no space at its ends.', '{}首尾不能有空格。'],
  ['keepDays is a whole number of days from 0 to {}.', '保留所收数据的天数为 0 至 {} 的整数。'],
  ['isAbroad is true or false.', '“数据出境”须为是或否。'],
  ['There is no particular called {}.', '没有名为 {} 的告知项。'],
  ['A name', '名称'],
  ['A display name', '显示名称'],
  ['The name of a key', '密钥名称'],
  ['The name of a passkey', '通行密钥名称'],
  ['The link to another way', '其他方式的链接'],
  ['legalName.en', '英文法定名称'],
  ['legalName.zh', '中文法定名称'],
  ['The legal name in English', '英文法定名称'],
  ['The legal name in Chinese', '中文法定名称'],
  ['contact', '联系方式'],
  ['The contact', '联系方式'],
  ['privacyUrl', '隐私政策地址'],
  ['The privacy notice', '隐私政策地址'],
  ['keepDays', '保留所收数据的天数'],
  ['isAbroad', '数据出境'],
  ['There is no account {}, or no person {}.', '账户 {} 或人员 {} 不存在。'],
  ['There is no account {}.', '账户 {} 不存在。'],
  ['Account {} has no key {}.', '账户 {} 没有密钥 {}。'],
  ['An overlap is 14 days at the most.', '重叠期最长 14 天。'],
  ['Key {} has ended; make a new one.', '密钥 {} 已失效，请新建密钥。'],
  ['Key {} was replaced by key {}; rotate that one.', '密钥 {} 已被密钥 {} 取代，请轮换后者。'],
  ['{} no key {}.', '没有密钥 {1}。'],
  ['Name the recipient: a mobile.', '请填写接收方手机号。'],
  ['Nothing was sent: {}.', '未发送：{}。'],
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
  ['The wallet cannot hold that much.', '金额超出钱包上限。'],
  ['The wallet does not have that much, credit limit included.', '余额与信用额度之和不足。'],
  [
    'The reference "{}" belongs to another movement, of another kind or amount.',
    '参考号“{}”已用于另一笔类型或金额不同的变动。',
  ],
  ['Account {} has no call {}.', '账户 {} 没有调用 {}。'],
  ['The call {} was not charged: there is nothing to refund.', '调用 {} 未计费，无需退款。'],
  ['The call {} was refunded before.', '调用 {} 已退款。'],
  [
    'More credit than that is in use; top up the wallet first.',
    '已使用的信用额度超过该值，请先充值。',
  ],
  ['An address is an IP address or a CIDR range.', '地址须为 IP 地址或 CIDR 网段。'],
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
  [
    'A template id has 1 to 64 letters, digits, dots, dashes or underscores.',
    '模板编号为 1 至 64 个字母、数字、点、连字符或下划线。',
  ],
  [
    'The text of a template has no control characters but tabs and line breaks, and none that ' +
      'turn the direction of the text.',
    '模板文本除制表符和换行外不能包含控制字符，也不能包含改变文字方向的字符。',
  ],
  [
    'The brace at character {} closes nothing; write }} to send a brace.',
    '第 {} 个字符处的右花括号没有对应的左花括号；要发送花括号请写成 }}。',
  ],
  [
    'The brace at character {} is never closed; write {{ to send a brace.',
    '第 {} 个字符处的左花括号没有闭合；要发送花括号请写成 {{。',
  ],
  [
    'Character {} cannot stand there in a placeholder: its name is a letter from A to Z and up to ' +
      '63 letters, digits and underscores; write {{ to send a brace.',
    '占位符中不能出现第 {} 个字符：名称以英文字母开头，其后最多 63 个字母、数字和下划线；要发送花括号请写成 {{。',
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
  [
    'The code of a provider has 1 to 32 small letters, digits, dashes or underscores, and is not ' +
      'sandbox, none or any.',
    '服务商代码为 1 至 32 个小写字母、数字、连字符或下划线，且不能是 sandbox、none 或 any。',
  ],
  ['A region is two capital letters, such as CN.', '地区为两个大写字母，例如 CN。'],
  [
    'The sandbox sends nothing and checks nobody: it serves live calls only on the route of an ' +
      'account that you name.',
    '沙箱不会真正发送短信或核验身份，只能用于指定账户的正式路由。',
  ],
  [
    '{} is of the kind {}, and {} needs the kind {}; {}.',
    '{0} 的类型为 {1}，而 {2} 需要 {3} 类型的服务商；{4}。',
  ],
  ['There is no {} provider {}; {}.', '没有 {0} 类型的服务商 {1}；{2}。'],
  ['there is none yet', '目前没有'],
  ['there is {}', '可用：{}'],
  [
    '{} is still asked about {} calls without an outcome; switch it off, and remove it when they ' +
      'have one (the review shows those that you must decide).',
    '{0} 仍有 {1} 次结果未知的调用需要查询：请先停用，待有结果后再删除（需要人工决定的见“待复核”）。',
  ],
  [
    '{} is still asked about {} open sessions of persons; switch it off, and remove it when they ' +
      'are over.',
    '{0} 仍有 {1} 个进行中的用户会话需要查询：请先停用，待其结束后再删除。',
  ],
  ['The settings of {} are {}.', '{0} 的设置项：{1}。'],
  ['{} is no setting of {}', '{0} 不是 {1} 的设置项'],
  [
    'Costs are amounts with at most four decimals, such as 0.0450.',
    '成本为最多四位小数的金额，例如 0.0450。',
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
