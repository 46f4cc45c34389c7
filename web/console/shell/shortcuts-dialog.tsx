import { Modal, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import { useLanguage } from '../client/words.ts';
import { areSingleKeysOn, setSingleKeys } from '../kit/shortcuts.ts';
import { returnFocus } from '../kit/use-return-focus.ts';
import { useShellWords } from './shell-words.ts';
import { useNavigation } from './use-navigation.ts';

export function ShortcutsDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean;
  onClose(): void;
}): ReactElement {
  const say = useShellWords();
  const [areOn, setOn] = useState(areSingleKeysOn);
  const language = useLanguage();
  const letters = useNavigation()
    .flatMap(({ items }) => items)
    .flatMap(({ letter, title }) => (letter ? [{ letter, screen: title[language] }] : []));
  const rows: [string[], string][] = [
    [['/'], say('keysSearch')],
    ...letters.map(({ letter, screen }): [string[], string] => [
      ['G', letter],
      say('keysGo', { screen }),
    ]),
    [['J', 'K'], say('keysMove')],
    [['Enter'], say('keysOpen')],
    [['Esc'], say('keysBack')],
    [['C'], say('keysCopy')],
    [['F'], say('keysFilter')],
    [['E'], say('keysExport')],
    [['T'], say('keysMode')],
    [['?'], say('keysHelp')],
  ];
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      afterClose={returnFocus}
      title={say('keysTitle')}
      footer={null}
      width={420}
    >
      <dl className="keyboard-rows">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className="keyboard-letters">
        <Switch
          size="small"
          checked={areOn}
          onChange={(on) => {
            setSingleKeys(on);
            setOn(on);
          }}
        />
        {say('keysLetters')}
      </label>
    </Modal>
  );
}
