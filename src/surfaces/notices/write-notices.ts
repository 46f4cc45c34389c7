import type { Language } from '../../foundation/contract/text/languages.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import type { Mail } from '../../foundation/mail/mailer.ts';
import { html } from '../../foundation/page/html.ts';
import type { Notice, NoticeEvent } from './notice-queries.ts';
import { consolePages, runbookSections } from './notice-texts.ts';

interface WritingPorts {
  publicUrl(): string;
  timeZone: string;
}

const headings: Readonly<Record<NoticeEvent, Readonly<Record<Language, string>>>> = {
  began: { en: 'New', zh: '新问题' },
  lasts: { en: 'Still there', zh: '仍未解决' },
  ended: { en: 'Over', zh: '已恢复' },
};

/** All notices of one time in one mail, in both languages: the operator's language is not known. */
export function writeMail(
  ports: WritingPorts,
  to: readonly string[],
  notices: readonly Notice[],
): Mail {
  const count = (event: NoticeEvent) => notices.filter((one) => one.event === event).length;
  const counts = (language: Language) =>
    (['began', 'lasts', 'ended'] as const)
      .filter((event) => count(event) > 0)
      .map((event) => `${headings[event][language]} ${count(event)}`)
      .join(', ');
  const written = (['en', 'zh'] as const).map((language) =>
    notices.map((notice) => writeNotice(ports, notice, language)),
  );
  return {
    to,
    subject: `Countersign: ${counts('en')} / ${counts('zh')}`,
    text: `${written.map((lines) => lines.map(asText).join('\n\n')).join('\n\n--\n\n')}\n`,
    html: html`${written.map((lines) => html`<ul>${lines.map(asHtml)}</ul>`)}`,
  };
}

interface Written {
  heading: string;
  words: string;
  since: string;
  link: string;
}

function writeNotice(
  { publicUrl, timeZone }: WritingPorts,
  { kind, subject, event, text, beganAt }: Notice,
  language: Language,
): Written {
  const since = localTime(beganAt, timeZone);
  const page = consolePages[kind]?.(subject);
  const runbook = `docs/${language}/runbook#${runbookSections[kind]}`;
  return {
    heading: headings[event][language],
    words: text[language],
    since: language === 'en' ? `Since ${since}.` : `始于 ${since}。`,
    link: `${publicUrl()}/${page ? `console/${page}?mode=live` : runbook}`,
  };
}

function asText({ heading, words, since, link }: Written): string {
  return [`${heading}: ${words}`, since, link].join('\n');
}

function asHtml({ heading, words, since, link }: Written) {
  const more = html`<a href="${link}">${link}</a>`;
  return html`<li><b>${heading}</b>: ${words}<br>${since}<br>${more}</li>`;
}

/** The same for a program. */
export function writeBody(notices: readonly Notice[], at: Date): string {
  return JSON.stringify({
    type: 'operator.notices',
    timestamp: at.toISOString(),
    data: notices.map(({ beganAt, ...notice }) => ({ ...notice, beganAt: beganAt.toISOString() })),
  });
}
