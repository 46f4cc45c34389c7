import { isolate } from '../contract/isolate.ts';
import type { Language } from '../contract/languages.ts';

/**
 * Everything that the person's page says, in both languages. `{asker}` is the account's display
 * name, `{provider}` whoever may do the check; other names in braces are explained by their texts.
 */
export const checkTexts = {
  title: { en: 'Identity check', zh: '身份核验' },
  otherLanguage: { en: '中文', zh: 'English' },
  language: { en: 'Language', zh: '语言' },
  testBar: { en: 'TEST – no real identity is checked', zh: '测试环境 – 不核验真实身份' },
  steps: { en: 'Steps', zh: '步骤' },
  stepConsent: { en: 'Consent', zh: '授权' },
  stepCheck: { en: 'Face check', zh: '人脸核验' },
  stepResult: { en: 'Result', zh: '结果' },
  minutesLeft: { en: 'You have {n} min left.', zh: '剩余时间：{n} 分钟。' },
  lastMinute: { en: 'You have less than a minute left.', zh: '剩余时间不足 1 分钟。' },
  noScript: {
    en:
      'This page needs JavaScript to take your consent and to open the face check. Please ' +
      'switch JavaScript on, or open the link in another browser. Nothing has been decided or ' +
      'sent so far.',
    zh: '本页面需要 JavaScript 才能记录您的授权并打开人脸核验。请启用 JavaScript，或用其他浏览器打开此链接。目前没有提交任何信息。',
  },
  offline: {
    en: 'The connection was lost. Trying again…',
    zh: '网络连接已断开，正在重试…',
  },
  busy: { en: 'One moment…', zh: '请稍候…' },

  consentHeading: { en: '{asker} asks you to confirm who you are', zh: '{asker} 请您确认身份' },
  whatIsChecked: { en: 'What is checked', zh: '核验内容' },
  name: { en: 'Name', zh: '姓名' },
  number: { en: 'ID number', zh: '证件号码' },
  numberSpoken: {
    en: 'starts with {start}, ends with {end}',
    zh: '以 {start} 开头，以 {end} 结尾',
  },
  numberHidden: { en: 'hidden', zh: '已隐藏' },
  face: { en: 'Face', zh: '人脸' },
  faceChecked: {
    en: 'compared with your ID photo by {provider}',
    zh: '由 {provider} 与您的证件照比对',
  },
  whoChecks: { en: 'Who may check your face', zh: '核验机构' },
  oneChecks: {
    en: 'One of them does the check, whoever is available.',
    zh: '由其中一家完成核验，视其是否可用而定。',
  },
  contact: { en: 'Contact:', zh: '联系方式：' },
  keeps: { en: 'What it keeps:', zh: '保存的信息：' },
  privacyNotice: { en: 'Privacy notice', zh: '隐私政策' },
  asksAgain: {
    en: 'You have agreed before. Somebody else would do the check now, so we ask you again.',
    zh: '您此前已同意。现在将由其他机构核验，因此再次征求您的同意。',
  },
  dataHeading: { en: 'What happens to your data', zh: '您的数据如何使用' },
  dataFace: {
    en: '{provider} takes a short video of your face for this one check. We never store it.',
    zh: '{provider} 仅为本次核验拍摄一段人脸视频，我们不会保存。',
  },
  dataBrowser: {
    en: 'Once you agree, a script of {provider} looks at which browser and device you use.',
    zh: '您同意后，{provider} 的脚本会读取您所用的浏览器和设备信息。',
  },
  dataResult: {
    en: '{asker} learns the result: passed or not passed.',
    zh: '{asker} 只会得知结果：通过或未通过。',
  },
  dataErased: {
    en: 'Your name and ID number are kept encrypted and are erased after {days} days.',
    zh: '您的姓名和证件号码加密保存，{days} 天后删除。',
  },
  consentLabel: {
    en:
      'I agree that my name, ID number and face are processed by {provider} to confirm my ' +
      'identity to {asker}.',
    zh: '我单独同意由 {provider} 处理我的姓名、证件号码和人脸信息，用于向 {asker} 确认我的身份。',
  },
  consentMissing: {
    en: 'Please tick the box to agree, or choose Decline.',
    zh: '请勾选同意，或选择“拒绝”。',
  },
  agree: { en: 'Agree and start', zh: '同意并开始' },
  decline: { en: 'Decline', zh: '拒绝' },

  handoverHeading: { en: 'Go on with your phone', zh: '请用手机继续' },
  handoverText: {
    en:
      '{asker} asks you to confirm who you are. Scan this code with the camera of your phone, ' +
      'or with WeChat. This page follows along.',
    zh: '{asker} 请您确认身份。请用手机相机或微信扫描二维码，本页面会同步显示进度。',
  },
  qrLabel: { en: 'QR code of this page', zh: '本页面的二维码' },
  handoverIdle: { en: 'Waiting for your phone', zh: '等待手机扫码' },
  handoverBusy: {
    en: 'Your phone has taken over. Go on there; the result will appear here.',
    zh: '手机已接手，请在手机上继续。结果会显示在此处。',
  },
  continueHere: { en: 'Use the camera of this computer', zh: '使用本机摄像头' },

  readyHeading: { en: 'Ready for the face check', zh: '准备人脸核验' },
  readyText: {
    en: 'You have agreed. The next page is the one of {provider}; it brings you back here.',
    zh: '您已同意授权。下一步将打开 {provider} 的页面，完成后会返回此处。',
  },
  start: { en: 'Start the face check', zh: '开始人脸核验' },

  waitingHeading: { en: 'Waiting for the result', zh: '等待结果' },
  waitingText: {
    en:
      '{provider} has not told us a result yet. When you have finished there, it appears here ' +
      'by itself. If you have not, go on.',
    zh: '{provider} 尚未返回结果。如果您已完成核验，结果会自动显示；如果尚未完成，请继续。',
  },
  goOn: { en: 'Go on with the face check', zh: '继续人脸核验' },
  startOver: { en: 'Start over', zh: '重新开始' },

  scriptProblem: {
    en:
      'A part of the face check that comes from {provider} could not be loaded. Please check your ' +
      'connection, switch off blockers for this page or take another browser, and try again. ' +
      'This costs nothing more.',
    zh: '未能加载由 {provider} 提供的人脸核验组件。请检查网络连接，关闭拦截插件或更换浏览器后重试，不会再次收费。',
  },

  retryHeading: { en: 'The face check timed out', zh: '人脸核验已超时' },
  retryText: {
    en:
      'It was not finished in time. You can start again; this costs nothing more. Attempts ' +
      'left: {n}.',
    zh: '核验未能及时完成。您可以重新开始，不会再次收费。剩余次数：{n}。',
  },
  startAgain: { en: 'Start again', zh: '重新开始' },

  downHeading: { en: 'The face check cannot be opened', zh: '暂时无法打开人脸核验' },
  downText: {
    en:
      '{provider} does not answer at the moment. Your consent is kept. Please try again in a ' +
      'moment; this costs nothing more.',
    zh: '{provider} 暂时没有响应。您的授权已保存，请稍后重试，不会再次收费。',
  },
  tryAgain: { en: 'Try again', zh: '重试' },

  passedHeading: { en: 'Identity confirmed', zh: '身份核验通过' },
  passedText: {
    en: '{asker} knows that it is you. Thank you.',
    zh: '{asker} 已确认是您本人，谢谢。',
  },
  failedHeading: { en: 'Identity not confirmed', zh: '身份核验未通过' },
  failedText: {
    en:
      'The face check did not confirm that it is you. {asker} has been told, and can say how ' +
      'to go on.',
    zh: '人脸核验未能确认是您本人。{asker} 已收到结果，请向其了解后续步骤。',
  },
  expiredHeading: { en: 'This link has expired', zh: '链接已过期' },
  expiredText: {
    en: 'The check was not finished in time. Please ask {asker} for a new link.',
    zh: '核验未能在有效期内完成，请向 {asker} 索取新链接。',
  },
  cancelledHeading: { en: 'The check was cancelled', zh: '核验已取消' },
  cancelledText: {
    en: 'No identity check was completed. {asker} has been told.',
    zh: '身份核验未完成，{asker} 已收到通知。',
  },
  unknownHeading: { en: 'This link is not valid', zh: '链接无效' },
  unknownText: {
    en: 'Please check that the whole address was opened, or ask for a new link.',
    zh: '请确认打开的是完整的地址，或索取新链接。',
  },
  faultHeading: { en: 'Please try again in a moment', zh: '请稍后重试' },
  faultText: {
    en: 'The page cannot be shown right now. Nothing is lost.',
    zh: '页面暂时无法显示，您的进度不会丢失。',
  },
  reload: { en: 'Load again', zh: '重新加载' },

  back: { en: 'Back to {asker}', zh: '返回 {asker}' },
  backSoon: { en: 'You go back to {place} in {n}\u00a0s.', zh: '{n} 秒后返回 {place}。' },
  backStopped: { en: 'You stay on this page.', zh: '已停留在本页面。' },
  stay: { en: 'Stay here', zh: '留在此页' },
  close: { en: 'You can close this page now.', zh: '您现在可以关闭此页面。' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type CheckTextName = keyof typeof checkTexts;

/** The texts in one language, with the words for their braces. */
export type Say = (
  name: CheckTextName,
  words?: Readonly<Record<string, string | number>>,
) => string;

/** Of several names one is meant, whichever: "A, B or C". */
export function sayIn(
  language: Language,
  known: Readonly<Record<string, string | readonly string[]>>,
): Say {
  const anyOf = new Intl.ListFormat(languageTags[language], { type: 'disjunction' });
  return (name, words = {}) =>
    checkTexts[name][language].replace(/\{(\w+)\}/g, (brace, word: string) => {
      const names = [known[word] ?? brace].flat().map(isolate);
      return String(words[word] ?? anyOf.format(names));
    });
}

/** The tags that a browser knows the languages by. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-CN' };

/**
 * The version of what a person agrees to, with its language: it is kept with every consent, so the
 * text of a version never changes. A change of the consent or of the data section is a new version.
 */
export function consentVersion(language: Language): string {
  return `check-2.${language}`;
}

export function isConsentVersion(value: unknown): value is string {
  return value === consentVersion('en') || value === consentVersion('zh');
}
