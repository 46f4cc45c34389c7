import {
  fingerprintOf,
  isMoney,
  valueText,
} from '../../../../src/foundation/audit/changed-fields.ts';
import { type Product, productTable } from '../../../../src/foundation/contract/products.ts';
import { movementText } from '../../../../src/money/ledger/own-references.ts';
import { useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { roleWord, useTeamWords } from '../team/team-words.ts';
import { useAuditWords } from './audit-words.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value as text; a secret by its fingerprint. */
export function useValueText(): (name: string, value: unknown) => string | undefined {
  const say = useAuditWords();
  const sayTeam = useTeamWords();
  const language = useLanguage();
  return (name, value) => {
    if (name === 'role' && typeof value === 'string') return sayTeam(roleWord(value));
    if (name === 'reference' && typeof value === 'string') return movementText(value, language);
    const product = name === 'product' ? productTable[value as Product] : undefined;
    if (product) return product.name[language];
    const fingerprint = fingerprintOf(value);
    if (fingerprint) return say('hidden', { mark: fingerprint });
    const text = valueText(name, value);
    if (isMoney(name) && text) return numberText(text);
    const isTime = typeof value === 'string' && instant.test(value);
    return isTime ? timeText(value, 'full', language) : text;
  };
}
