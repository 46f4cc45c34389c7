import { useMutation } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Assignment,
  TemplateList,
  TemplateRow,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { useIsLocked } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useTemplatesWords } from './templates-words.ts';
import { useAssignmentText } from './use-assignment-text.ts';

export function AssignmentsCard({
  template: { templateId, product, assignments },
  onChanged,
}: {
  template: TemplateRow;
  onChanged(list: TemplateList): void;
}): ReactElement {
  const say = useTemplatesWords();
  const api = useApi();
  const assignmentText = useAssignmentText();
  const [account, setAccount] = useState<number>();
  const [language, setLanguage] = useState<'any' | 'en' | 'zh'>('any');
  // The assignments of one account are never locked.
  const isLocked = useIsLocked('assignments');
  const assign = useMutation({
    mutationFn: (of: Assignment) =>
      api.post<TemplateList>('templates/assign', { product, ...of, templateId }),
    onSuccess: onChanged,
  });
  const unassign = useMutation({
    mutationFn: (of: Assignment) =>
      api.post<TemplateList>('templates/unassign', { product, ...of }),
    onSuccess: onChanged,
  });
  return (
    <section className="card template-section">
      <h2>{say('assignments')}</h2>
      <p className="soft">{say('assignmentsHint')}</p>
      <ProblemBar error={assign.error ?? unassign.error} isChange />
      <ul className="assignments">
        {assignments.map((one) => (
          <li key={`${one.accountId} ${one.language}`}>
            {assignmentText(one)}
            <Button
              size="small"
              disabled={isLocked && one.accountId === null}
              onClick={() => unassign.mutate(one)}
            >
              {say('unassign')}
            </Button>
          </li>
        ))}
        {assignments.length === 0 && <li className="soft">{say('unused')}</li>}
      </ul>
      <form
        className="assign-form"
        onSubmit={(event) => {
          event.preventDefault();
          assign.mutate({
            accountId: account ?? null,
            language: language === 'any' ? null : language,
          });
        }}
      >
        <AccountSelect
          label={say('forWhom')}
          placeholder={say('everyone')}
          value={account}
          onChange={setAccount}
        />
        <Select
          aria-label={say('language')}
          value={language}
          options={[
            { value: 'any', label: say('anyLanguage') },
            { value: 'en', label: say('language_en') },
            { value: 'zh', label: say('language_zh') },
          ]}
          onChange={setLanguage}
        />
        <Button
          htmlType="submit"
          disabled={isLocked && account === undefined}
          loading={assign.isPending}
        >
          {say('assign')}
        </Button>
      </form>
    </section>
  );
}
