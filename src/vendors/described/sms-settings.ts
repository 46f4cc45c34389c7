import Type, { type Static } from 'typebox';
import { choice, whole } from '../providers/setting.ts';
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

/** All that an operator says of an SMS vendor. */
export const smsSettings = Type.Object({
  sendUrl: templateSetting('Address for sending', '发送接口地址', ['https://sms.example.com/send']),
  sendMethod: methodSetting('Method for sending', '发送方法', 'POST'),
  sendFormat: choice(bodyFormats, {
    title: { en: 'Body for sending', zh: '发送请求体格式' },
    default: 'json',
  }),
  sendBody: Type.Optional(
    templateSetting('Template of that body', '发送请求体模板', [
      '{"to":"{{mobile}}","text":"{{text}}","ref":"{{reference}}"}',
    ]),
  ),
  ...envelopeSettings,
  answerPattern: patternSetting('Pattern of the answer', '应答正则', '^(?<code>\\d+),(?<id>\\d+)'),
  codeAt: optionalPath('Code in the answer', '应答中的代码', 'code'),
  idAt: optionalPath('Message id in the answer', '应答中的短信编号', 'data.id'),
  detailAt: optionalPath('Words in the answer', '应答中的说明', 'message'),
  costAt: optionalPath('Cost in the answer', '应答中的费用', 'fee'),
  codes: tableSetting('What the codes mean', '代码含义', '0 = done'),
  queryUrl: Type.Optional(
    templateSetting('Address for questions', '查询接口地址', [
      'https://sms.example.com/status?id={{id}}',
    ]),
  ),
  queryMethod: methodSetting('Method for questions', '查询方法', 'GET'),
  queryFormat: choice(bodyFormats, {
    title: { en: 'Body for questions', zh: '查询请求体格式' },
    default: 'none',
  }),
  queryBody: Type.Optional(templateSetting('Template of that body', '查询请求体模板')),
  queryPattern: patternSetting('Pattern of that answer', '查询应答正则', '^(?<state>\\w+)'),
  queryListAt: optionalPath('List of messages in that answer', '查询应答中的列表', 'data'),
  queryIdAt: optionalPath('Message id in an item', '列表项中的短信编号', 'id'),
  queryReferenceAt: optionalPath('Our reference in an item', '列表项中的业务编号', 'ref'),
  queryStateAt: optionalPath('State in an item', '列表项中的状态', 'status'),
  queryErrorAt: optionalPath('Error code in an item', '列表项中的错误码', 'error'),
  queryTimeAt: optionalPath('Time in an item', '列表项中的时间', 'time'),
  queryCodeAt: optionalPath('Code of that answer as a whole', '查询应答整体代码', 'code'),
  absentAfterMinutes: whole({
    title: { en: 'Minutes until “absent” is believed', zh: '多少分钟后采信“不存在”' },
    minimum: 1,
    maximum: 1_440,
    default: 15,
  }),
  states: Type.Optional(
    tableSetting('What the states mean', '状态含义', 'UNDELIV 5 = undelivered number_off'),
  ),
  receiptListAt: optionalPath('List of receipts in a callback', '回执中的列表', 'reports'),
  receiptIdAt: optionalPath('Message id in a receipt', '回执中的短信编号', 'id'),
  receiptReferenceAt: optionalPath('Our reference in a receipt', '回执中的业务编号', 'ref'),
  receiptStateAt: optionalPath('State in a receipt', '回执中的状态', 'status'),
  receiptErrorAt: optionalPath('Error code in a receipt', '回执中的错误码', 'error'),
  receiptTimeAt: optionalPath('Time in a receipt', '回执中的时间', 'time'),
  ...callbackSettings,
});
export type SmsSettings = Static<typeof smsSettings>;
