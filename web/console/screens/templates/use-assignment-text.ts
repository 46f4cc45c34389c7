import type { Assignment } from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useTemplatesWords } from './templates-words.ts';

export function useAssignmentText(): (assignment: Assignment) => string {
  const say = useTemplatesWords();
  const { area } = useScope();
  return ({ accountId, language }) => {
    // A customer knows no other accounts: what applies to all of them applies to theirs.
    if (area === 'customer') return say(language === null ? 'inUse' : `language_${language}`);
    const whom = accountId === null ? say('everyone') : say('account', { account: accountId });
    if (language === null) return whom;
    return `${whom} ${say('inLanguage', { language: say(`language_${language}`) })}`;
  };
}
