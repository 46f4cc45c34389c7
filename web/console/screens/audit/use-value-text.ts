import {
  fingerprintOf,
  isMoney,
  valueText,
} from '../../../../src/foundation/audit/changed-fields.ts';
import { type Product, productTable } from '../../../../src/foundation/contract/products.ts';
import { inDecimals } from '../../../../src/foundation/money.ts';
import { movementText } from '../../../../src/money/ledger/own-references.ts';
import { useSession } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { shortId } from '../../kit/id.tsx';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { roleWord, useTeamWords } from '../team/team-words.ts';
import { hostAndPath } from '../webhooks/short-url.ts';
import { useAuditWords } from './audit-words.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value as text; a secret by its fingerprint, an amount in the currency of the wallets unless it has its own. */
export function useValueText(): (
  name: string,
  value: unknown,
  currency?: string,
) => string | undefined {
  const say = useAuditWords();
  const sayTeam = useTeamWords();
  const language = useLanguage();
  const usual = useSession().currency;
  return (name, value, currency = usual) => {
    if (name === 'email' && value === null) return sayTeam('anybody');
    if (name === 'role' && typeof value === 'string') return sayTeam(roleWord(value));
    if (name === 'reference' && typeof value === 'string') return movementText(value, language);
    if (name === 'url' && typeof value === 'string') return hostAndPath(value);
    if (name === 'call_id' && typeof value === 'string') return shortId(value);
    if ((name === 'lines' || name === 'credited') && typeof value === 'number') {
      return say(name, { count: value });
    }
    const product = name === 'product' ? productTable[value as Product] : undefined;
    if (product) return product.name[language];
    const fingerprint = fingerprintOf(value);
    if (fingerprint) return say('hidden', { mark: fingerprint });
    const text = valueText(name, value);
    if (isMoney(name) && text) {
      const exact = name === 'unit_price' ? text : inDecimals(text, currency);
      return `${numberText(exact)} ${currency}`;
    }
    const isTime = typeof value === 'string' && instant.test(value);
    return isTime ? timeText(value, 'full', language) : text;
  };
}
