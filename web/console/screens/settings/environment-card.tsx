import type { ReactElement } from 'react';
import type { PlatformSetting } from '../../../../src/surfaces/console/settings/settings-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { settingWord, useSettingsWords } from './settings-words.ts';

/** Read-only: these are set by environment variables. */
export function EnvironmentCard({
  title,
  settings,
}: {
  title: string;
  settings: readonly PlatformSetting[];
}): ReactElement {
  const say = useSettingsWords();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <dl className="settings-list">
        {settings.map((setting) => {
          const word = settingWord(setting.name);
          return (
            <div key={setting.name}>
              <dt>
                {word ? say(word) : setting.description}
                <code>{setting.name}</code>
              </dt>
              <dd>
                <ValueText setting={setting} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

type Unit = 'days' | 'hours' | 'minutes' | 'ms' | 'percent';

function ValueText({ setting }: { setting: PlatformSetting }): ReactElement {
  const say = useSettingsWords();
  const { name, value, default: usual, isSecret, isSet } = setting;
  const keptText = useKeptText();
  if (isSecret && isSet) return <span className="soft">{say('secretNone')}</span>;
  if (value === null || value === '') return <span className="soft">{say('none')}</span>;
  const unit = /_(DAYS|HOURS|MINUTES|MS|PERCENT)$/.exec(name)?.[1]?.toLowerCase();
  const words =
    value === 'on' || value === 'off'
      ? say(value)
      : name === 'PORT' && value === '0'
        ? say('anyPort')
        : name === 'BACKUP_KEEP'
          ? keptText(value)
          : unit
            ? say(unit as Unit, { count: Number(value), value: numberText(value) })
            : value;
  return (
    <>
      {words} {value === usual && <span className="faint">{say('usual')}</span>}
    </>
  );
}

/** "7 days, 4 weeks, 12 months" of `7d 4w 12m`; anything else as it is. */
function useKeptText(): (value: string) => string {
  const say = useSettingsWords();
  const language = useLanguage();
  return (value) => {
    const parts = value
      .split(/\s+/)
      .map((part) => /^(\d+)([dwm])$/.exec(part))
      .map(
        (found) => found && say(`kept_${found[2] as 'd' | 'w' | 'm'}`, { count: Number(found[1]) }),
      );
    return parts.every((part) => part !== null)
      ? parts.join(language === 'zh' ? '、' : ', ')
      : value;
  };
}
