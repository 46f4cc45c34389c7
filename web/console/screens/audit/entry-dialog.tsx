import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { changedFields, keyText } from '../../../../src/foundation/audit/changed-fields.ts';
import type { AuditEntry } from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { Time } from '../../kit/time.tsx';
import { useAuditWords } from './audit-words.ts';
import { useValueText } from './use-value-text.ts';

export function EntryDialog({
  entry,
  onClose,
}: {
  entry: AuditEntry | undefined;
  onClose(): void;
}): ReactElement {
  const say = useAuditWords();
  const valueText = useValueText();
  return (
    <Modal
      open={entry !== undefined}
      title={entry && say('detail', { entry: entry.entryId })}
      footer={null}
      width={680}
      onCancel={onClose}
      destroyOnHidden
    >
      {entry && (
        <>
          <p className="soft">
            <code>{entry.action}</code> · {entry.subject} {keyText(entry.key)} · {entry.actor.name}{' '}
            ({say(`kind_${entry.actor.kind}`)}) · <Time at={entry.madeAt} form="full" />
          </p>
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
        </>
      )}
    </Modal>
  );
}
