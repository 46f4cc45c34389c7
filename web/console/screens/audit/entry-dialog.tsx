import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { changedFields, keyText } from '../../../../src/foundation/audit/changed-fields.ts';
import type { AuditEntry } from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { Time } from '../../kit/time.tsx';
import { returnFocus } from '../../kit/use-return-focus.ts';
import { ActSentence } from './act-sentence.tsx';
import { useAuditWords } from './audit-words.ts';
import { type DoneAct, modeOf } from './group-acts.ts';
import { useValueText } from './use-value-text.ts';

/** What an act changed, row by row. */
export function EntryDialog({
  act,
  onClose,
}: {
  act: DoneAct | undefined;
  onClose(): void;
}): ReactElement {
  const say = useAuditWords();
  return (
    <Modal
      open={act !== undefined}
      title={act && <ActSentence act={act} />}
      footer={null}
      width={680}
      onCancel={onClose}
      destroyOnHidden
      afterClose={returnFocus}
    >
      {act && (
        <p className="soft">
          <code>{act.first.action}</code> · {say(`kind_${act.first.actor.kind}`)} ·{' '}
          <Time at={act.first.madeAt} form="full" />
        </p>
      )}
      {act && <ObjectLink act={act} />}
      {act?.entries.map((entry) => (
        <EntryChanges key={entry.entryId} entry={entry} />
      ))}
    </Modal>
  );
}

/** To the payment or call that the act was about: what became of it is there, and not in the log. */
function ObjectLink({ act }: { act: DoneAct }): ReactElement | null {
  const say = useAuditWords();
  const go = useGo();
  const { area, mode } = useScope();
  const { accountId } = act;
  const keys = act.entries.map(({ key }) => key);
  const idOf = (name: string) =>
    keys.map((key) => key[name]).find((id): id is string => typeof id === 'string');
  const [payment, call] = [idOf('payment_id'), idOf('call_id')];
  if (accountId === null || !(payment ?? call)) return null;
  const isOfPlatform = payment !== undefined && area === 'operator';
  const path = isOfPlatform
    ? `payments/${payment}`
    : payment
      ? `funds/${payment}`
      : `calls/${call}`;
  const scope = isOfPlatform ? 'platform' : String(accountId);
  return (
    <p>
      <button
        type="button"
        className="link"
        onClick={() => go(path, { scope, query: { mode: modeOf(act) ?? mode } })}
      >
        {say(payment ? 'openPayment' : 'openCall')} ›
      </button>
    </p>
  );
}

function EntryChanges({ entry }: { entry: AuditEntry }): ReactElement {
  const say = useAuditWords();
  const valueText = useValueText();
  return (
    <section className="audit-entry">
      <h2>
        {say('detail', { entry: entry.entryId })}{' '}
        <span className="soft">
          {entry.subject} {keyText(entry.key)}
        </span>
      </h2>
      <table className="audit-detail">
        <thead>
          <tr>
            <th scope="col">{say('column')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changedFields(entry).map(({ name, before, after }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{valueText(name, before) ?? '–'}</td>
              <td>{valueText(name, after) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
