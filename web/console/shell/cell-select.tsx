import { Button } from 'antd';
import type { ReactElement } from 'react';
import { DropdownMenu } from '../kit/dropdown-menu.tsx';
import { Icon } from '../kit/icon.tsx';
import { useKitWords } from '../kit/kit-words.ts';
import { useShellWords } from './shell-words.ts';
import { keyOf, useCellItems } from './use-cell-items.tsx';

/** Switches to the console of another cell. */
export function CellSelect(): ReactElement | null {
  const say = useShellWords();
  const sayKit = useKitWords();
  const { items, own, choose } = useCellItems();
  if (own === undefined || items.length === 0) return null;
  const name = sayKit('cell', { cell: own });
  return (
    <DropdownMenu
      menu={{
        selectable: true,
        selectedKeys: [keyOf(own)],
        items,
        onClick: ({ key }) => choose(key),
      }}
    >
      <Button className="cell-button" aria-label={`${say('switchCell')}: ${name}`}>
        <Icon name="cells" />
        <span>{name}</span>
        <Icon name="down" size={14} />
      </Button>
    </DropdownMenu>
  );
}
