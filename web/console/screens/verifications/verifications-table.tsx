import type { ReactElement, ReactNode } from 'react';
import type { VerificationRow } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { stateTones, useVerificationWords } from './verification-words.ts';

export function VerificationsTable({
  rows,
  empty,
  paging,
}: {
  rows: readonly VerificationRow[];
  empty: ReactNode;
  paging: Paging;
}): ReactElement {
  const say = useVerificationWords();
  const go = useGo();
  const { scope } = useScope();
  const columns: (Column<VerificationRow> | false)[] = [
    { name: 'at', title: say('time'), cell: ({ at }) => <Time at={at} /> },
    {
      name: 'state',
      title: say('state'),
      cell: ({ state }) => <Status tone={stateTones[state]} word={say(`state_${state}`)} />,
    },
    { name: 'person', title: say('person'), cell: ({ person }) => person ?? noNumber },
    scope === 'platform' && {
      name: 'account',
      title: say('account'),
      cell: ({ accountName }) => accountName,
    },
    { name: 'purpose', title: say('purpose'), cell: ({ purpose }) => purpose },
    {
      name: 'messages',
      title: say('messages'),
      isNumber: true,
      cell: ({ messages }) => numberText(messages),
    },
    {
      name: 'guessesLeft',
      title: say('guessesLeft'),
      isNumber: true,
      cell: ({ state, guessesLeft }) => (state === 'pending' ? numberText(guessesLeft) : noNumber),
    },
  ];
  return (
    <DataTable
      label={say('table')}
      rowHeight={34}
      rows={rows}
      rowKey={({ verificationId }) => verificationId}
      copyText={({ verificationId }) => verificationId}
      onOpen={({ verificationId }) => go(`verifications/${verificationId}`)}
      empty={empty}
      columns={columns.filter((column) => column !== false)}
      paging={paging}
      phone={(row) => ({
        status: <Status tone={stateTones[row.state]} />,
        title: row.person ?? noNumber,
        rest: [
          say(`state_${row.state}`),
          row.purpose,
          say('messageCount', { count: row.messages }),
          ...(scope === 'platform' ? [row.accountName] : []),
        ].join(' · '),
        time: <Time at={row.at} />,
      })}
    />
  );
}
