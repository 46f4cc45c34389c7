import type { Language } from '../contract/languages.ts';

/** Everything that the sandbox's own page says. */
export const sessionTexts = {
  title: { en: 'Face check – Sandbox', zh: '人脸核验 – 沙箱' },
  vendor: { en: 'Sandbox', zh: '沙箱' },
  testBar: {
    en: 'TEST – this page plays a provider. No picture leaves this device.',
    zh: '测试 – 本页面模拟服务商，画面不会离开此设备。',
  },
  heading: { en: 'Face check', zh: '人脸核验' },
  guidance: { en: 'How it works', zh: '操作提示' },
  guideLight: { en: 'Find a place with good light.', zh: '请在光线充足的地方操作。' },
  guideFace: { en: 'Keep your whole face in the circle.', zh: '请将整张脸置于圆框内。' },
  guideStill: { en: 'Look at the camera and hold still.', zh: '请正视摄像头并保持不动。' },
  picture: { en: 'Picture of the camera', zh: '摄像头画面' },
  start: { en: 'Start', zh: '开始' },
  cancel: { en: 'Cancel', zh: '取消' },
  noCamera: {
    en: 'There is no camera, or it may not be used. A test goes on without one.',
    zh: '没有可用的摄像头或未获授权，测试将在无摄像头的情况下继续。',
  },
  holdStill: { en: 'Hold still: {n}', zh: '请保持不动：{n}' },
  sending: { en: 'Checking…', zh: '核验中…' },
  chooseHeading: { en: 'How shall this test end?', zh: '本次测试的结果是？' },
  pass: { en: 'Pass', zh: '通过' },
  fail: { en: 'Fail', zh: '不通过' },
  abandoned: {
    en:
      'This ID number plays a person who walks away: the check stays open until its link ' +
      'expires.',
    zh: '此证件号码模拟中途离开的用户：核验将一直等待，直到链接过期。',
  },
  expiredHeading: { en: 'This session has expired', zh: '会话已过期' },
  expiredText: { en: 'Go back to start a new one.', zh: '请返回并重新开始。' },
  doneHeading: { en: 'This session is finished', zh: '会话已结束' },
  doneText: { en: 'Go back to see the result.', zh: '请返回查看结果。' },
  unknownHeading: { en: 'There is no such session', zh: '会话不存在' },
  unknownText: { en: 'Please open the link of the check again.', zh: '请重新打开核验链接。' },
  back: { en: 'Go back', zh: '返回' },
  fault: {
    en: 'That did not work. Please try again.',
    zh: '操作未成功，请重试。',
  },
  noScript: {
    en: 'The face check needs JavaScript. Please switch it on, or go back.',
    zh: '人脸核验需要 JavaScript，请启用或返回。',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
