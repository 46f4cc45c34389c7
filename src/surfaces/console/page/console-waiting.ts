import type { Language } from '../../../foundation/contract/text/languages.ts';
import { html } from '../../../foundation/page/html.ts';
import { plainPage, withCode } from '../../../foundation/page/plain-page.ts';

const texts = {
  building: {
    title: { en: 'Building the console…', zh: '正在构建控制台…' },
    text: {
      en: 'This happens once after the first start and takes about a minute. The console opens here when it is ready. The API already takes calls. If this takes much longer, run `npm run build` to see why.',
      zh: '首次启动后构建一次，约需一分钟。完成后本页会自动显示控制台；API 现已可以调用。如果等待过久，可运行 `npm run build` 查看原因。',
    },
  },
  failed: {
    title: { en: 'Console build failed', zh: '控制台构建失败' },
    text: {
      en: 'The API still takes calls. The cause is in `.cache/console/failed.log`. Run `npm run build` to try again; the console opens here when it succeeds.',
      zh: 'API 不受影响，仍可调用。失败原因见 `.cache/console/failed.log`；可运行 `npm run build` 重试，成功后本页会显示控制台。',
    },
  },
} as const;

/** The page shown until the console is built; it reloads by itself. */
export function waitingPage(
  state: keyof typeof texts,
  language: Language,
  basePath: string,
): string {
  const { title, text } = texts[state];
  return plainPage(language, {
    basePath,
    title: title[language],
    head: html`<meta http-equiv="refresh" content="2">`,
    main: html`<div class="alone"><h1>${title[language]}</h1><p class="lead">${withCode(text[language])}</p></div>`,
  });
}
