import type { CallRow } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import type { Column } from '../../kit/data-table.tsx';
import { Id } from '../../kit/id.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { Time } from '../../kit/time.tsx';
import type { TimeForm } from '../../kit/time-text.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { CallState } from './call-state.tsx';
import { CallTo } from './call-to.tsx';
import { callStatusOf, useCallWords } from './call-words.ts';
import { chargeOf } from './charge-of.ts';

export function useCallColumns(form: TimeForm): readonly Column<CallRow>[] {
  const say = useCallWords();
  const nameOf = useProductName();
  const { scope, area } = useScope();
  const isOperator = area === 'operator';
  const ofOperator: Column<CallRow>[] = [
    {
      name: 'provider',
      title: say('provider'),
      cell: ({ provider, attempts = 0 }) => (
        <>
          <code>{provider ?? noNumber}</code>
          {attempts > 1 && <span className="tag">{say('second', { count: attempts })}</span>}
        </>
      ),
    },
  ];
  return [
    {
      name: 'at',
      title: `${say('time')} ↓`,
      cell: ({ at }) => <Time at={at} form={form} withFraction />,
    },
    {
      name: 'state',
      title: say('state'),
      cell: (call) => (
        <CallState status={callStatusOf(call)} reason={call.reason} refused={call.refused} />
      ),
    },
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    {
      name: 'to',
      title: say('to'),
      cell: ({ person, isHashed }) => <CallTo person={person} isHashed={isHashed} />,
    },
    {
      name: 'account',
      title: say(scope === 'platform' ? 'accountKey' : 'key'),
      cell: ({ accountName, keyEnd }) => (
        <span className="call-key">
          {scope === 'platform' && <span title={accountName}>{accountName}</span>}
          <code className="soft">…{keyEnd}</code>
        </span>
      ),
    },
    ...(isOperator ? ofOperator : []),
    {
      name: 'took',
      title: say('took'),
      isNumber: true,
      cell: ({ tookMs }) => (tookMs === null ? noNumber : numberText(tookMs)),
    },
    {
      name: 'charged',
      title: say('chargedColumn'),
      isNumber: true,
      cell: (call) => <Money amount={chargeOf(call)} />,
    },
    { name: 'id', title: say('requestId'), cell: ({ requestId }) => <Id id={requestId} /> },
  ];
}
