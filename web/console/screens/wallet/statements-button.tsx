import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSession } from '../../client/session.ts';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { monthName } from './month-name.ts';
import { currentMonth } from './months.ts';
import { useWalletWords } from './wallet-words.ts';

/** Begins the export of the statements of all accounts of a month; that of the current one says that it is not over. */
export function StatementsButton({
  month,
  isMain = false,
}: {
  month: string;
  isMain?: boolean;
}): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const api = useApi();
  const begin = useBeginTask();
  const isOver = month < currentMonth(useSession().timeZone);
  return (
    <Button
      type={isMain && isOver ? 'primary' : 'default'}
      onClick={() => void begin('statements_export', { mode: api.mode, month })}
      icon={<Icon name="download" size={14} />}
    >
      {say(isOver ? 'statements' : 'statementsSoFar', {
        month: monthName(month, language, 'short'),
      })}
    </Button>
  );
}
