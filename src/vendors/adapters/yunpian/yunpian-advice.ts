import type { MessageAsking } from '../../providers/question.ts';
import { readJson, textOf } from '../../providers/read-answer.ts';
import type { MessageVendor } from '../../providers/vendor.ts';
import { writeChinaTime } from '../china-time.ts';
import { receiptsPerSegment, recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const yunpianAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // yunpian.com/official/document/sms/zh_CN/returnvalue_common, as public clients quote it (2026-11-17), and
  // domestic_push_report (2026-11-16)
  hints: {
    '-1': {
      en: 'The API key is wrong. Copy it from 子账号管理 in the console.',
      zh: 'APIKEY 无效，请从控制台的“子账号管理”中复制。',
    },
    '-3': {
      en: 'The API key has an IP allowlist. Add the address of this server.',
      zh: '该 APIKEY 设置了 IP 白名单，请加入本服务器的地址。',
    },
    '5': {
      en: 'No approved template has this number, or the values do not fit it.',
      zh: '没有与该编号匹配的已审核模板，或变量与模板不符。',
    },
    '2': {
      en: 'A variable is missing, empty or has another name in the template. Names are written #code# there.',
      zh: '变量缺失、为空，或与模板中的名称不一致；模板中写作 #code#。',
    },
    '3': { en: 'The account has no balance.', zh: '账户余额不足，请充值。' },
    no_receipt: {
      en: 'Pushing is off by default. Turn it on at 系统设置 > 数据获取与推送.',
      zh: '状态报告推送默认关闭，请在“系统设置 > 数据获取与推送”中开启。',
    },
  },
  questions: [
    recordsDelay({
      en: 'The vendor publishes no delay. A message that is not in the records counts as never accepted after two hours, if every other record carries a reference.',
      zh: '服务商没有公布时延。两小时后仍查不到、且其他记录都带业务标识时，平台才认定未受理。',
    }),
    {
      id: 'record-type',
      question: {
        en: 'Does get_record take `type: all`, and is the list complete without it?',
        zh: 'get_record 是否支持 type=all？不带该参数时列表是否完整？',
      },
      meaning: {
        en: 'The adapter sends `type: all`, which no public client does. Another number of records, or an error, means that it should not.',
        zh: '平台发送 type=all，而公开的客户端都不带它。若条数不同或报错，则不应发送。',
      },
      ask: { costs: 0, seconds: 10, run: compareLists },
    },
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message.',
      zh: '平台预期整条短信只有一个回执。',
    }),
  ],
};

const hourMs = 3_600_000;

/** The records of the last hour, with and without the field. */
async function compareLists(asking: MessageAsking): Promise<string[]> {
  const findings: string[] = [];
  for (const withType of [true, false]) {
    const { endpoint, apikey } = asking.settings;
    const now = asking.now();
    const answer = await asking.http.request({
      method: 'POST',
      url: `${endpoint}/v2/sms/get_record.json`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({
        ...{ apikey: String(apikey), page_num: '1', page_size: '100' },
        ...(withType ? { type: 'all' } : {}),
        start_time: writeChinaTime(new Date(now.getTime() - hourMs)),
        end_time: writeChinaTime(now),
      }).toString(),
      signal: asking.signal(),
    });
    const said = readJson(answer);
    const result = Array.isArray(said)
      ? `${said.length} records`
      : `${textOf(said, 'code')} ${textOf(said, 'msg')}`;
    findings.push(`${withType ? 'with' : 'without'} type: ${result}`);
  }
  return findings;
}
