import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useApi } from '../../client/use-api.ts';
import { Icon } from '../../kit/icon.tsx';

/** Downloads the statements of all accounts of a month. */
export function StatementsButton({
  month,
  label,
  isMain = false,
}: {
  month: string;
  label: string;
  isMain?: boolean;
}): ReactElement {
  const api = useApi();
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      href={api.href('wallet/statements', { month })}
      download
      icon={<Icon name="download" size={14} />}
    >
      {label}
    </Button>
  );
}
