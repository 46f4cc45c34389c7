import Type, { type Static } from 'typebox';
import { choice, whole } from '../providers/vendor-setting.ts';
import { bodyFormats } from './body-template.ts';
import {
  callbackSettings,
  envelopeSettings,
  methodSetting,
  optionalPath,
  patternSetting,
  tableSetting,
  templateSetting,
} from './described-settings.ts';

/** All settings of a described SMS vendor. */
export const smsSettings = Type.Object({
  sendUrl: templateSetting('URL to send', '发送接口地址', ['https://sms.example.com/send']),
  sendMethod: methodSetting('Method to send', '发送方法', 'POST'),
  sendFormat: choice(bodyFormats, {
    title: { en: 'Body format to send', zh: '发送请求体格式' },
    default: 'json',
  }),
  sendBody: Type.Optional(
    templateSetting('Body template to send', '发送请求体模板', [
      '{"to":"{{mobile}}","text":"{{text}}","ref":"{{reference}}"}',
    ]),
  ),
  ...envelopeSettings,
  answerPattern: patternSetting(
    'Pattern of the response',
    '响应正则',
    '^(?<code>\\d+),(?<id>\\d+)',
  ),
  codeAt: optionalPath('Code in the response', '响应中的代码', 'code'),
  idAt: optionalPath('Message ID in the response', '响应中的短信编号', 'data.id'),
  detailAt: optionalPath('Message in the response', '响应中的说明', 'message'),
  costAt: optionalPath('Cost in the response', '响应中的费用', 'fee'),
  codes: tableSetting('Meaning of the codes', '代码含义', '0 = done'),
  queryUrl: Type.Optional(
    templateSetting('URL to query', '查询接口地址', ['https://sms.example.com/status?id={{id}}']),
  ),
  queryMethod: methodSetting('Method to query', '查询方法', 'GET'),
  queryFormat: choice(bodyFormats, {
    title: { en: 'Body format to query', zh: '查询请求体格式' },
    default: 'none',
  }),
  queryBody: Type.Optional(templateSetting('Body template to query', '查询请求体模板')),
  queryPattern: patternSetting('Pattern of the query response', '查询响应正则', '^(?<state>\\w+)'),
  queryListAt: optionalPath('List of messages in the query response', '查询响应中的列表', 'data'),
  queryIdAt: optionalPath('Message ID in an item', '列表项中的短信编号', 'id'),
  queryReferenceAt: optionalPath('Our reference in an item', '列表项中的业务编号', 'ref'),
  queryStateAt: optionalPath('State in an item', '列表项中的状态', 'status'),
  queryErrorAt: optionalPath('Error code in an item', '列表项中的错误码', 'error'),
  queryTimeAt: optionalPath('Time in an item', '列表项中的时间', 'time'),
  queryCodeAt: optionalPath('Code of the whole query response', '查询响应整体代码', 'code'),
  absentAfterMinutes: whole({
    title: { en: 'Minutes until “absent” counts', zh: '多少分钟后采信“不存在”' },
    minimum: 1,
    maximum: 1_440,
    default: 15,
  }),
  states: Type.Optional(
    tableSetting('Meaning of the states', '状态含义', 'UNDELIV 5 = undelivered number_off'),
  ),
  receiptListAt: optionalPath('List of receipts in a callback', '回执中的列表', 'reports'),
  receiptIdAt: optionalPath('Message ID in a receipt', '回执中的短信编号', 'id'),
  receiptReferenceAt: optionalPath('Our reference in a receipt', '回执中的业务编号', 'ref'),
  receiptStateAt: optionalPath('State in a receipt', '回执中的状态', 'status'),
  receiptErrorAt: optionalPath('Error code in a receipt', '回执中的错误码', 'error'),
  receiptTimeAt: optionalPath('Time in a receipt', '回执中的时间', 'time'),
  ...callbackSettings,
});
export type SmsSettings = Static<typeof smsSettings>;
