import { createHash, randomUUID } from 'node:crypto';
import type { MessageAsking } from '../../providers/question.ts';
import { readJson, textOf } from '../../providers/read-answer.ts';
import type { MessageVendor } from '../../providers/vendor.ts';
import { describe, receiptsPerSegment } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const huaweiAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // support.huaweicloud.com/api-msgsms/sms_05_0050.html (edition 2024-08-06) and sms_05_0001.html, msgsms_faq/sms_faq_0173.html
  // (2026-11-17)
  hints: {
    E000101: {
      en: 'The authentication failed: check the Application Secret.',
      zh: '鉴权失败，请核对 Application Secret。',
    },
    E000102: {
      en: 'The Application Key is wrong, or belongs to another access address. Copy both from 应用管理.',
      zh: 'Application Key 无效，或与 APP 接入地址不匹配，请都从“应用管理”中复制。',
    },
    E000104: {
      en: 'The Application Secret is wrong. Copy it from 应用管理.',
      zh: 'Application Secret 无效，请从“应用管理”中复制。',
    },
    E000112: {
      en: 'The account is frozen: top it up, or ask support which rule was violated.',
      zh: '账号已冻结：欠费请充值，违规请联系客服。',
    },
    E000620: {
      en: 'The application has an IP allowlist. Add the address of this server, and wait 15 minutes.',
      zh: '该应用设置了 IP 白名单，请加入本服务器的地址，约 15 分钟后生效。',
    },
    E200028: {
      en: 'The values do not fit the template: check their number, length and type (NUM_6 takes at most 6 digits).',
      zh: '变量与模板不符，请核对个数、长度和类型（NUM_6 最多 6 位数字）。',
    },
    E200029: {
      en: 'The template is of another type than the channel. Codes and notifications have separate channels: create one provider for each.',
      zh: '模板类型与通道不符。验证码与通知的通道不同，请各建一个服务商。',
    },
    E200030: {
      en: 'The template is not active yet. See 模板管理.',
      zh: '模板尚未激活，请在“模板管理”中查看。',
    },
    no_receipt: {
      en: 'Every message carries the callback URL, so nothing has to be entered. With signed receipts on, a wrong push key makes the platform reject all of them: the server’s log says "callback refused".',
      zh: '回调地址随每条短信发送，无需在控制台填写。若开启了签名，推送密钥有误时平台会拒收全部回执，服务日志中为 callback refused。',
    },
  },
  questions: [
    {
      id: 'digest-form',
      question: {
        en: 'Which password digest does the vendor accept: base64 of the binary digest, of its hex text, or both?',
        zh: '服务商接受哪种 PasswordDigest：摘要二进制的 base64、十六进制文本的 base64，还是两者皆可？',
      },
      meaning: {
        en: 'The adapter sends the binary form, as the vendor’s Node.js sample does; its document shows the other.',
        zh: '平台按官方 Node.js 示例发送二进制形式，而文档示例为另一种。',
      },
      ask: { costs: 0, seconds: 10, run: compareDigests },
    },
    {
      id: 'signed-receipt',
      question: {
        en: 'Does a receipt arrive when the push signature is on?',
        zh: '开启推送签名后，平台能否收到回执？',
      },
      meaning: {
        en: 'The vendor’s two pages disagree about the key and the signed address. No receipt with the signature on, and one without it, means that the assumption is wrong.',
        zh: '两份文档对签名密钥和签名地址的说法不一致。若开启签名收不到、关闭后能收到，说明平台的假设有误。',
      },
      ask: { costs: 1, seconds: 120, run: awaitReceipt },
    },
    receiptsPerSegment({
      en: 'The platform expects a receipt for each segment, with `sequence` and `total`.',
      zh: '平台预期拆分后每条一个回执，由 sequence 和 total 标识。',
    }),
  ],
};

/** A request without a recipient: it is refused either way, and the code says whether the digest passed. */
async function compareDigests(asking: MessageAsking): Promise<string[]> {
  const digests = { binary: 'base64', hex: 'hex' } as const;
  const findings: string[] = [];
  for (const [name, encoding] of Object.entries(digests)) {
    const { endpoint, appKey, appSecret, sender } = asking.settings;
    const nonce = randomUUID().replaceAll('-', '');
    const created = `${asking.now().toISOString().slice(0, 19)}Z`;
    const hashed = createHash('sha256').update(`${nonce}${created}${appSecret}`).digest(encoding);
    const digest = encoding === 'hex' ? Buffer.from(hashed).toString('base64') : hashed;
    const answer = await asking.http.request({
      method: 'POST',
      url: `${endpoint}/sms/batchSendSms/v1`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        Authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
        'X-WSSE': `UsernameToken Username="${appKey}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`,
      },
      body: new URLSearchParams({ from: String(sender), to: '', templateId: '' }).toString(),
      signal: asking.signal(),
    });
    const said = readJson(answer);
    findings.push(`${name}: ${textOf(said, 'code')} ${textOf(said, 'description')}`.trim());
  }
  return findings;
}

async function awaitReceipt(asking: MessageAsking): Promise<string[]> {
  const { outcome, query } = await asking.send();
  if (outcome.kind !== 'done') return [`not accepted: ${describe(outcome)}`];
  await asking.wait(120_000);
  const receipts = await asking.receiptsOf(query);
  const isOn = asking.settings.signedReceipts === true;
  return [`signedReceipts ${isOn ? 'on' : 'off'}: ${receipts.length} receipts`];
}
