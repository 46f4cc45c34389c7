import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { changedFields, keyText } from '../../../../src/foundation/audit/changed-fields.ts';
import type { AuditEntry } from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { Time } from '../../kit/time.tsx';
import { returnFocus } from '../../kit/use-return-focus.ts';
import { ActSentence } from './act-sentence.tsx';
import { useAuditWords } from './audit-words.ts';
import type { DoneAct } from './group-acts.ts';
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
      {act?.entries.map((entry) => (
        <EntryChanges key={entry.entryId} entry={entry} />
      ))}
    </Modal>
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
