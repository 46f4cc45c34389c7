import type { MessageAsking } from '../../providers/question.ts';
import type { MessageVendor } from '../../providers/vendor.ts';
import { describe, receiptsPerSegment, recordsDelay } from '../questions.ts';

const sample = '@£$_ €[]{}^~|\\ ÄÖÜ';

/** What a new account of a carrier meets, and what only an account can show. */
export const smppAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // SMPP 3.4 issue 1.2, sections 4.1.1 and 5.1.3 (2026-11-17)
  hints: {
    '0x0D': {
      en: 'The carrier refused the bind. Check how many binds the account may open, and whether the carrier allows this address.',
      zh: '运营商拒绝绑定，请核对账号允许的绑定数，以及本机地址是否在白名单中。',
    },
    '0x0E': {
      en: 'The password is wrong. SMPP 3.4 allows at most 8 characters.',
      zh: '密码有误；SMPP 3.4 规定最多 8 个字符。',
    },
    '0x0F': { en: 'The system ID is wrong.', zh: 'System ID 有误。' },
    '0x0A': {
      en: 'The carrier does not accept this sender: check its type (TON) and whether it is registered.',
      zh: '运营商不接受该发送方，请核对类型（TON）以及是否已登记。',
    },
    '0x58': {
      en: 'More messages per second than the carrier sold.',
      zh: '超过运营商约定的每秒条数。',
    },
    no_receipt: {
      en: 'Receipts come over the binds of a running server. Is a server running, may the account have another bind, and are receipts switched on for it? An ID in another form never matches: try idForm.',
      zh: '回执通过运行中的服务的绑定到达。请确认服务在运行、账号允许多个绑定并已开通回执。若回执的 ID 形式不同则无法匹配，请调整 idForm。',
    },
  },
  questions: [
    {
      id: 'alphabet',
      question: {
        en: `Which characters does the phone show for "${sample}"?`,
        zh: `手机上“${sample}”显示为什么字符？`,
      },
      meaning: {
        en: 'Data coding 0 is sent in the alphabet of the settings. Other characters on the phone mean that the carrier reads another one: write down what the phone shows, and change alphabet.',
        zh: 'data coding 0 按设置中的 alphabet 发送。若手机显示不同，说明运营商使用另一种字符集：请记录手机显示的内容，并修改 alphabet。',
      },
      ask: {
        costs: 1,
        seconds: 10,
        async run(asking) {
          const { outcome } = await asking.send({ text: sample, parts: 1 });
          return [`sent: ${describe(outcome)}`];
        },
      },
    },
    {
      id: 'receipt-id',
      question: {
        en: 'Does the ID of a receipt match that of the response?',
        zh: '回执中的 ID 与应答中的 ID 是否一致？',
      },
      meaning: {
        en: 'No receipt within two minutes, while the phone has the message, means that the forms of the IDs differ (idForm) or that receipts are off.',
        zh: '手机已收到而两分钟内没有回执，说明 ID 形式不同（idForm），或未开通回执。',
      },
      ask: { costs: 1, seconds: 120, run: awaitReceipt },
    },
    {
      id: 'system-error-sent',
      question: {
        en: 'Was a message that was answered with 0x08 (system error) sent?',
        zh: '返回 0x08（系统错误）的短信是否已经发出？',
      },
      meaning: {
        en: 'The platform asks the next provider after every status but 0. If the carrier also answers 0x08 for messages that it may have sent, enter it in unknownStatuses; otherwise the person may get the message twice.',
        zh: '除 0 以外的状态，平台一律换下一家服务商发送。若运营商对可能已发出的短信也返回 0x08，请将其填入 unknownStatuses，否则用户可能收到两条。',
      },
    },
    {
      id: 'account-limits',
      question: {
        en: 'How many binds and messages per second does the account have in all, over all server processes?',
        zh: '账号总共允许多少个绑定、每秒多少条（所有服务进程合计）？',
      },
      meaning: {
        en: 'A bind or a message above the limit is refused, and some carriers lock the account.',
        zh: '超出限制的绑定或短信会被拒绝，有的运营商还会锁定账号。',
      },
    },
    {
      id: 'receipt-errors',
      question: {
        en: 'What do the values of err in receipts mean?',
        zh: '回执中 err 的各个取值是什么含义？',
      },
      meaning: {
        en: 'They are specific to each carrier, and are stored only as evidence.',
        zh: '各运营商自行定义，平台仅作为凭据保存。',
      },
    },
    recordsDelay({
      en: 'Most carriers do not support query_sm. If it stays unknown, only receipts tell how a message ended.',
      zh: '多数运营商不支持 query_sm。若一直查不到，则只能以回执为准。',
    }),
    receiptsPerSegment({
      en: 'The platform expects one receipt for each segment.',
      zh: '平台预期拆分后每条一个回执。',
    }),
  ],
};

async function awaitReceipt(asking: MessageAsking): Promise<string[]> {
  const { outcome, query } = await asking.send();
  if (outcome.kind !== 'done') return [`not accepted: ${describe(outcome)}`];
  await asking.wait(120_000);
  const receipts = await asking.receiptsOf(query);
  return [`${receipts.length} receipts`, ...receipts.map(({ state }) => state)];
}
