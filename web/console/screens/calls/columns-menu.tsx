import { Button, Checkbox, Popover } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { useCallWords } from './call-words.ts';
import { hideable } from './hidden-columns.ts';
import { useCallColumns } from './use-call-columns.tsx';

interface Choice {
  hidden: readonly string[];
  onHidden(hidden: readonly string[]): void;
}

/** Phones show two lines per call instead of columns. */
export function ColumnsMenu(choice: Choice): ReactElement | null {
  const say = useCallWords();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isPhone) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<ColumnChoices {...choice} onClose={close} />}
    >
      <Button
        ref={button}
        icon={<Icon name="columns" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {say('columns')}
      </Button>
    </Popover>
  );
}

function ColumnChoices({ hidden, onHidden, onClose }: Choice & { onClose(): void }): ReactElement {
  const say = useCallWords();
  const columns = hideable(useCallColumns('clock'));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const names = columns.map(({ name }) => name);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={say('columns')}
      className="calls-columns"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Checkbox.Group
        className="calls-choices"
        value={names.filter((name) => !hidden.includes(name))}
        onChange={(shown) => onHidden(names.filter((name) => !shown.includes(name)))}
        options={columns.map(({ name, title }) => ({
          value: name,
          // The unit alone heads the column.
          label: name === 'took' ? say('tookColumn') : title,
        }))}
      />
      <button type="button" className="link" onClick={() => onHidden([])}>
        {say('resetColumns')}
      </button>
    </div>
  );
}
