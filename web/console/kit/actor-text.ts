import { platformActorName } from '../../../src/foundation/audit/platform-actors.ts';
import type { Bilingual } from '../../../src/foundation/contract/text/bilingual.ts';
import type { ActorName } from '../../../src/surfaces/console/kit/actor-name.ts';
import type { Language } from '../client/language.ts';

/** Members of an account read no names of the operator's staff. */
const operator: Bilingual = { en: 'Operator', zh: '运营方' };

/** Who made a change, and by what other way than the console. */
export function actorText({ kind, name }: ActorName, language: Language): string {
  const who = name || operator[language];
  const by = (way: Bilingual) => (language === 'zh' ? `${who}（${way.zh}）` : `${who} (${way.en})`);
  switch (kind) {
    case 'platform':
      return platformActorName(name)[language];
    case 'command_line':
      return by({ en: 'command line', zh: '命令行' });
    case 'database':
      return by({ en: 'database', zh: '数据库' });
    case 'key':
      // A key without a name is stored as "key 4".
      return `${{ en: 'API key', zh: 'API 密钥' }[language]} ${name.replace(/^key /, '')}`;
    case 'person':
      return who;
  }
}
