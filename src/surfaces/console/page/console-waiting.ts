import type { Language } from '../../../foundation/contract/text/languages.ts';
import { contentHash } from '../../../foundation/page/content-hash.ts';
import { Html, html } from '../../../foundation/page/html.ts';
import { plainPagePolicy } from '../../../foundation/page/page-headers.ts';

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  color: light-dark(#16191d, #eceff3); background: light-dark(#f5f7f9, #101317);
  font: 1rem/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main { max-width: 34rem; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0; color: light-dark(#545c66, #b3bcc7); }
code { font: .9em ui-monospace, monospace; color: light-dark(#16191d, #eceff3); }
`;

export const waitingPolicy = plainPagePolicy(contentHash(style));

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
export function waitingPage(state: keyof typeof texts, language: Language): string {
  const { title, text } = texts[state];
  const parts = text[language].split('`');
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<link rel="icon" href="data:,">
<title>${title[language]}</title>
<style>${new Html(style)}</style>
</head>
<body><main><h1>${title[language]}</h1>
<p>${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}</p>
</main></body>
</html>
`.toString();
}
