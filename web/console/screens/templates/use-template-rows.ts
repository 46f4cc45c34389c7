import type {
  Content,
  Form,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import type { ConfirmRow } from '../../kit/confirm.tsx';
import { isSameState } from '../../kit/versions/is-same-state.ts';
import { useTemplatesWords } from './templates-words.ts';

/** What differs between two versions of a template: its text, and its form for each provider. */
export function useTemplateRows(): (before: Content | null, after: Content | null) => ConfirmRow[] {
  const say = useTemplatesWords();
  return (before, after) => {
    const [was, is] = [before?.forms ?? {}, after?.forms ?? {}];
    const codes = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
    return [
      ...(before?.text === after?.text
        ? []
        : [{ label: say('text'), before: before?.text ?? '–', after: after?.text ?? '–' }]),
      ...codes
        .filter((code) => !isSameState(was[code], is[code]))
        .map((code) => ({ label: code, before: formText(was[code]), after: formText(is[code]) })),
    ];
  };
}

function formText(form: Form | undefined): string {
  if (!form) return '–';
  const { code, signature, variables = {}, order = [] } = form;
  const pairs = Object.entries(variables).map(([ours, theirs]) => `${ours}=${theirs}`);
  return [code, signature, pairs.join(', '), order.join(', ')].filter(Boolean).join(' · ') || '–';
}
