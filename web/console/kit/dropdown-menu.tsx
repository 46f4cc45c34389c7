import { Dropdown, type DropdownProps } from 'antd';
import type { KeyboardEvent, ReactElement } from 'react';

/** A button that opens a menu, whose choices are reached by the arrow keys at once. */
export function DropdownMenu({ menu, ...props }: DropdownProps): ReactElement {
  return (
    <Dropdown {...props} trigger={['click']} autoFocus menu={{ ...menu, onKeyDown: keepEnter }} />
  );
}

/** A choice takes effect when the key goes down. Its press would then close the dialog that has opened. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
