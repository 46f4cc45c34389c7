import type { Assignment } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useTemplatesWords } from './templates-words.ts';

export function useAssignmentText(): (assignment: Assignment) => string {
  const say = useTemplatesWords();
  return ({ accountId, language }) => {
    const whom = accountId === null ? say('everyone') : say('account', { account: accountId });
    if (language === null) return whom;
    return `${whom} ${say('inLanguage', { language: say(`language_${language}`) })}`;
  };
}
