import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { Icon } from '../../kit/icon.tsx';

/** Begins the export of the statements of all accounts of a month. */
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
  const begin = useBeginTask();
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      onClick={() => void begin('statements_export', { mode: api.mode, month })}
      icon={<Icon name="download" size={14} />}
    >
      {label}
    </Button>
  );
}
