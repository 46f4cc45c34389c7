import type { KeyRing } from '../../foundation/key-ring.ts';
import type { StoredKey } from './key-queries.ts';

/**
 * `added`: servers learn it. `sealing`: new values are sealed with it. `replaced`: it opens older values until
 * they are sealed again. `retired`: nothing in the database needs it.
 */
type KeyState = 'added' | 'sealing' | 'replaced' | 'retired';

interface DescribedKey extends StoredKey {
  state: KeyState;
  /** Whether the key is stored here. */
  isHere: boolean;
  /** It has sealed so many values that it should be replaced. */
  isWorn: boolean;
}

/**
 * Two values with the same random nonce of 96 bits would reveal each other. NIST SP 800-38D allows 2^32 seals
 * under one key; a quarter of them leaves months to rotate.
 */
const wornSeals = 2 ** 30;

export function describeKeys(stored: readonly StoredKey[], ring: KeyRing): DescribedKey[] {
  const sealing = stored.filter(({ sealingSince }) => sealingSince).at(-1);
  return stored.map((key) => ({
    ...key,
    state: stateOf(key, sealing),
    isHere: ring.ids.includes(key.keyId),
    isWorn: key === sealing && key.seals >= wornSeals,
  }));
}

function stateOf(key: StoredKey, sealing: StoredKey | undefined): KeyState {
  if (key.retiredAt) return 'retired';
  if (!key.sealingSince) return 'added';
  return key === sealing ? 'sealing' : 'replaced';
}
