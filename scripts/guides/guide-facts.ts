import { errorTable } from '../../src/foundation/contract/errors/errors.ts';
import {
  checkReasons,
  type FailureRow,
  messageReasons,
} from '../../src/foundation/contract/errors/failure-reasons.ts';
import { errorIndexMarkdown } from '../../src/foundation/contract/openapi/error-docs.ts';
import { priceSources, verifyProducts } from '../../src/foundation/contract/products.ts';
import type { Language } from '../../src/foundation/contract/text/languages.ts';
import {
  eventData,
  eventTitles,
  eventTypes,
} from '../../src/foundation/contract/wire/event-schemas.ts';
import { checkStatus } from '../../src/foundation/contract/wire/face.ts';
import { checkMessages } from '../../src/foundation/contract/wire/messages.ts';
import { messageStates } from '../../src/foundation/contract/wire/sms.ts';
import { describeSettings } from '../../src/foundation/settings/config.ts';
import { defaultLimits } from '../../src/line/limits/limits.ts';
import { chaosNames, chaosSwitches, maximumOf } from '../../src/vendors/sandbox/chaos.ts';
import {
  magicMobiles,
  magicPersons,
  rehearsedRefusals,
} from '../../src/vendors/sandbox/sandbox-scripts.ts';
import { callerSettings, messageStateWords, priceSourceWords } from './fact-words.ts';
import { markdownTable } from './markdown-table.ts';

type Fact = (language: Language) => string;

/** Facts in the guides that the code knows: each is a generated table, never written by hand. */
export const guideFacts: Readonly<Record<string, Fact>> = {
  mobiles: (language) =>
    markdownTable(
      [
        { en: 'mobile', zh: 'mobile' },
        { en: 'outcome', zh: '结果' },
        { en: 'reason', zh: '原因' },
      ].map((one) => one[language]),
      magicMobiles.map(({ mobile, outcome, reason }) => [
        `\`${mobile}\``,
        outcome[language],
        reason ? `\`${reason}\`` : '–',
      ]),
    ),
  refusals: (language) =>
    markdownTable(
      [
        { en: 'mobile', zh: 'mobile' },
        { en: 'reply', zh: '响应' },
      ].map((one) => one[language]),
      rehearsedRefusals.map(({ mobile, reason }) => {
        const { status, code, message } = errorTable[reason];
        return [
          `\`${mobile}\``,
          `${status} [${reason}](../../errors/${code}.md): ${message[language]}`,
        ];
      }),
    ),
  persons: (language) =>
    markdownTable(
      ['`cardNo`', { en: 'outcome', zh: '结果' }[language]],
      magicPersons.map(({ cardNo, outcome }) => [`\`${cardNo}\``, outcome[language]]),
    ),
  chaos: (language) =>
    markdownTable(
      { en: ['switch', 'maximum', 'effect'], zh: ['开关', '上限', '效果'] }[language],
      chaosNames.map((name) => [
        `\`${name}\``,
        String(maximumOf(name)),
        chaosSwitches[name][language],
      ]),
    ),
  errors: (language) =>
    // The heading and the first words come from the guide.
    errorIndexMarkdown(language, (code) => `../../errors/${code}.md`)
      .split('\n\n')
      .slice(2)
      .join('\n\n')
      .trim(),
  statuses: (language) =>
    markdownTable(
      ['status', { en: 'name', zh: '名称' }[language], { en: 'meaning', zh: '含义' }[language]],
      Object.entries(checkStatus).map(([name, status]) => [
        String(status),
        `\`${name}\``,
        checkMessages[status][language],
      ]),
    ),
  messageStates: (language) =>
    markdownTable(
      ['state', { en: 'meaning', zh: '含义' }[language]],
      messageStates.map((state) => [`\`${state}\``, messageStateWords[state][language]]),
    ),
  messageReasons: (language) => reasonsTable(language, messageReasons),
  checkReasons: (language) => reasonsTable(language, checkReasons),
  events: (language) =>
    markdownTable(
      ['type', { en: 'when', zh: '何时' }[language], 'data'],
      eventTypes.map((type) => [
        `\`${type}\``,
        eventTitles[type][language],
        Object.keys(eventData[type].properties).join(', '),
      ]),
    ),
  priceSources: (language) =>
    markdownTable(
      ['`priceSource`', { en: 'meaning', zh: '含义' }[language]],
      priceSources.map((source) => [`\`${source}\``, priceSourceWords[source][language]]),
    ),
  numberLimits: (language) =>
    markdownTable(
      {
        en: ['product', 'per minute', 'per hour', 'per day'],
        zh: ['产品', '每分钟', '每小时', '每天'],
      }[language],
      [
        [
          '`sms_code`',
          defaultLimits.codePerMinute,
          defaultLimits.codePerHour,
          defaultLimits.codePerDay,
        ],
        ...verifyProducts.map((product) => [
          `\`${product}\``,
          '–',
          defaultLimits.codePerHour,
          defaultLimits.codePerDay,
        ]),
        ['`sms_notice`', '–', '–', defaultLimits.noticePerDay],
      ],
    ),
  settings: (language) => {
    const defaults = new Map(describeSettings().map((row) => [row.name, row.default]));
    return markdownTable(
      {
        en: ['what', 'default (the operator can change it)'],
        zh: ['项目', '默认值（运营方可调整）'],
      }[language],
      callerSettings.map(({ name, what, unit }) => {
        const value = defaults.get(name);
        if (!value) throw new Error(`There is no setting ${name} with a default.`);
        return [what[language], `${value} ${unit[language]}`.trim()];
      }),
    );
  },
};

function reasonsTable(language: Language, reasons: Readonly<Record<string, FailureRow>>): string {
  return markdownTable(
    ['reason', ...{ en: ['meaning', 'what to do'], zh: ['含义', '怎么办'] }[language]],
    Object.entries(reasons).map(([name, words]) => [
      `\`${name}\``,
      words[language],
      words.fix[language],
    ]),
  );
}
