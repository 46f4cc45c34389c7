import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Decision,
  ReviewEvidence,
} from '../../../../src/surfaces/console/review/review-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { shortId } from '../../kit/id.tsx';
import { numberText } from '../../kit/number-text.ts';
import { toast } from '../../kit/toast.ts';
import { useReviewWords } from './review-words.ts';

/** What a decision does to a call whose money was returned already. */
const textOfReleased = { release: 'confirmText', settle: 'chargeText' } as const;

/** Ends a call by hand, settled or released, with a reason. */
export function DecisionButtons({
  call,
  onDecided,
}: {
  call: ReviewEvidence;
  onDecided(): void;
}): ReactElement {
  const say = useReviewWords();
  const may = useMay();
  const [decision, setDecision] = useState<Decision['decision']>();
  if (!may('review.decide')) {
    return <p className="review-decide soft">{say('mayNot')}</p>;
  }
  return (
    <div className="review-decide">
      {(['release', 'settle'] as const).map((one) => (
        <div key={one}>
          <span className="soft">
            {say(call.contradiction ? textOfReleased[one] : `${one}Text`)}
          </span>
          <Button onClick={() => setDecision(one)}>{say(one)}…</Button>
        </div>
      ))}
      {decision && (
        <DecideDialog
          call={call}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDecided={onDecided}
        />
      )}
    </div>
  );
}

function DecideDialog({
  call,
  decision,
  onClose,
  onDecided,
}: {
  call: ReviewEvidence;
  decision: Decision['decision'];
  onClose(): void;
  onDecided(): void;
}): ReactElement {
  const say = useReviewWords();
  const api = useApi();
  const queries = useQueryClient();
  const { currency } = useSession();
  const [reason, setReason] = useState('');
  const amount = `${numberText(call.amount)} ${currency}`;
  const decide = async () => {
    const body: Decision = { requestId: call.requestId, decision, reason: reason.trim() };
    await api.post('review/decide', body);
    toast(say(decision === 'settle' ? 'settled' : 'released'), shortId(call.requestId));
    onDecided();
    await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'review'] });
  };
  return (
    <Confirm
      isOpen
      title={say(`${decision}Title`)}
      rows={[
        { label: say('request'), value: <code>{shortId(call.requestId)}</code> },
        { label: say('account'), value: call.accountName },
        {
          label: amount,
          before: say(call.contradiction ? 'stateBack' : 'stateHeld'),
          after: say(decision === 'settle' ? 'stateCharged' : 'stateBack'),
        },
      ]}
      verb={
        call.contradiction && decision === 'release'
          ? say('confirmVerb')
          : say(`${decision}Verb`, { amount })
      }
      canConfirm={/[\p{L}\p{N}]/u.test(reason)}
      onConfirm={decide}
      onClose={onClose}
    >
      <Field label={say('reason')} name="reason" note={say('reasonHint')}>
        <Input.TextArea
          value={reason}
          maxLength={200}
          rows={3}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Confirm>
  );
}
