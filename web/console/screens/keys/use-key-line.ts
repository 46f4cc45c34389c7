import type { KeyRow } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { useKeysWords } from './keys-words.ts';

/** A key in one line, for a phone: its state, whose it is, and each restriction that it has. */
export function useKeyLine(): (key: KeyRow) => string {
  const say = useKeysWords();
  const language = useLanguage();
  const { scope } = useScope();
  const { currency } = useSession();
  const at = (time: string) => ({ time: timeText(time, 'short', language) });
  return ({ state, revokedAt, expiresAt, accountName, spendCapDay, addresses }) => {
    const isUsable = state === 'active' || state === 'ending';
    return [
      revokedAt ? say('revokedAt', at(revokedAt)) : say(state),
      scope === 'platform' && accountName,
      isUsable && expiresAt && say('expiresAt', at(expiresAt)),
      isUsable && spendCapDay && `${say('cap')} ${numberText(spendCapDay)} ${currency}`,
      isUsable && addresses && `${say('addresses')} ${addresses.join(', ')}`,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
