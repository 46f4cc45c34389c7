import Type, { type Static } from 'typebox';
import { choice, flag, whole } from '../providers/vendor-setting.ts';
import { bodyFormats } from './body-template.ts';
import {
  callbackSettings,
  envelopeSettings,
  methodSetting,
  optionalPath,
  pathSetting,
  tableSetting,
  templateSetting,
} from './described-settings.ts';

/** All settings of a described face vendor. */
export const faceSettings = Type.Object({
  needsNationalId: flag({
    title: { en: 'Mainland ID numbers only', zh: '仅限居民身份证号' },
    help: {
      en: 'Rejects other ID numbers before any money is held.',
      zh: '其他证件号码在冻结金额之前即拒绝。',
    },
    default: true,
  }),
  startUrl: templateSetting('URL to start a session', '创建会话接口地址', [
    'https://face.example.com/sessions',
  ]),
  startMethod: methodSetting('Method to start a session', '创建会话方法', 'POST'),
  startFormat: choice(bodyFormats, {
    title: { en: 'Body format to start a session', zh: '创建会话请求体格式' },
    default: 'json',
  }),
  startBody: Type.Optional(
    templateSetting('Body template to start a session', '创建会话请求体模板', [
      '{"name":"{{name}}","id":"{{cardNo}}","back":"{{returnUrl}}"}',
    ]),
  ),
  ...envelopeSettings,
  codeAt: optionalPath('Code in the response', '响应中的代码', 'code'),
  sessionAt: pathSetting('Session in the response', '响应中的会话编号', 'data.session'),
  urlAt: pathSetting('Page URL in the response', '响应中的页面地址', 'data.url'),
  expiresAt: optionalPath('Session expiry in the response', '响应中的过期时间', 'data.expires'),
  detailAt: optionalPath('Message in the response', '响应中的说明', 'message'),
  lifeMinutes: whole({
    title: { en: 'Session lifetime (minutes)', zh: '会话有效期（分钟）' },
    help: {
      en: 'Used if the response does not include the expiry.',
      zh: '响应未给出过期时间时使用。',
    },
    minimum: 1,
    maximum: 2_880,
    default: 30,
  }),
  codes: tableSetting('Meaning of the codes', '代码含义', '0 = done'),
  resultUrl: templateSetting('URL to query the result', '查询结果接口地址', [
    'https://face.example.com/sessions/{{session}}',
  ]),
  resultMethod: methodSetting('Method to query the result', '查询结果方法', 'GET'),
  resultFormat: choice(bodyFormats, {
    title: { en: 'Body format to query the result', zh: '查询结果请求体格式' },
    default: 'none',
  }),
  resultBody: Type.Optional(
    templateSetting('Body template to query the result', '查询结果请求体模板'),
  ),
  resultCodeAt: optionalPath('Code of the whole result response', '结果响应整体代码', 'code'),
  resultSessionAt: optionalPath('Session in the result', '结果响应中的会话编号', 'data.session'),
  resultStateAt: pathSetting('State in the result', '结果响应中的状态', 'data.state'),
  resultErrorAt: optionalPath('Error code in the result', '结果响应中的错误码', 'data.error'),
  resultTaskAt: optionalPath('Task ID in the result', '结果响应中的任务编号', 'data.task'),
  resultNameAt: optionalPath('Name in the result', '结果响应中的姓名', 'data.name'),
  resultCardNoAt: optionalPath('ID number in the result', '结果响应中的证件号码', 'data.idNumber'),
  states: tableSetting('Meaning of the states', '状态含义', 'FAIL 2 = failed face_mismatch'),
  eraseUrl: Type.Optional(
    templateSetting('URL to erase a session', '删除会话接口地址', [
      'https://face.example.com/sessions/{{session}}',
    ]),
  ),
  eraseMethod: choice(['DELETE', 'POST', 'GET'], {
    title: { en: 'Method to erase a session', zh: '删除会话方法' },
    default: 'DELETE',
  }),
  callbackSessionAt: optionalPath('Session in a callback', '回调中的会话编号', 'session'),
  ...callbackSettings,
});
export type FaceSettings = Static<typeof faceSettings>;
