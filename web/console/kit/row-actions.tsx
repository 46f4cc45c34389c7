import { Button } from 'antd';
import type { ReactElement } from 'react';
import { DropdownMenu } from './dropdown-menu.tsx';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { useIsPhone } from './use-is-phone.ts';

export interface RowAction {
  name: string;
  label: string;
  /** Its accessible name, where the label is on several rows. */
  title?: string;
  onAct(): void;
}

/** What can be done with a row: its main action as a button, the others in a menu; on a phone all in the menu. */
export function RowActions({
  row,
  main,
  more,
}: {
  /** What the row is about, for the menu's accessible name. */
  row: string;
  /** Undefined where all are in the menu. */
  main?: RowAction | undefined;
  more: readonly RowAction[];
}): ReactElement {
  const say = useKitWords();
  const isPhone = useIsPhone();
  const button = isPhone ? undefined : main;
  const items = isPhone && main ? [main, ...more] : more;
  return (
    <span className="row-actions">
      {button && (
        <Button size="small" aria-label={button.title} onClick={button.onAct}>
          {button.label}
        </Button>
      )}
      {items.length > 0 ? (
        <DropdownMenu
          placement="bottomRight"
          menu={{
            items: items.map(({ name, label, onAct }) => ({ key: name, label, onClick: onAct })),
          }}
        >
          <Button
            size="small"
            aria-label={say('moreActions', { row })}
            icon={<Icon name="more" size={14} />}
          />
        </DropdownMenu>
      ) : (
        <span className="row-menu-space" />
      )}
    </span>
  );
}
