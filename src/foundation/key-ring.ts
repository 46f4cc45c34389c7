import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

/** A value that has no key ID was sealed by the first key of the installation. */
const firstFormat = 1;
const format = 2;
const idBytes = 8;
const ivBytes = 12;
const tagBytes = 16;

/**
 * The data keys of an installation: one seals, and all of them open. A sealed value names its key. It is sealed
 * by AES-256-GCM under a key that is derived from the data key.
 */
export class KeyRing {
  readonly #keys = new Map<string, KeyObject>();
  readonly #nextIv = createIvSource();
  /** How many values each key has sealed since the counts were last taken. */
  readonly #seals = new Map<string, number>();
  #sealing: { id: string; key: KeyObject; prefix: Buffer };

  /** The first key seals until `sealWith` names another one. */
  constructor(keys: readonly Buffer[]) {
    this.learn(keys);
    const [first] = this.#keys;
    if (!first) throw new Error('a key ring needs a key');
    this.#sealing = { id: first[0], key: first[1], prefix: Buffer.of(firstFormat) };
  }

  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  get sealingId(): string {
    return this.#sealing.id;
  }

  learn(keys: readonly Buffer[]): void {
    for (const key of keys) {
      const id = keyIdOf(key);
      if (!this.#keys.has(id)) this.#keys.set(id, deriveKey(key, 'countersign seal'));
    }
  }

  /**
   * Seals with this key from now on. The first key of an installation leaves its ID out, so that servers of an
   * earlier version read its values too.
   */
  sealWith(id: string, isFirst: boolean): void {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`the data key ${id} is not known`);
    this.#sealing = { id, key, prefix: isFirst ? Buffer.of(firstFormat) : sealedPrefix(id) };
  }

  seal(text: string, context: string): Buffer {
    const { id, key, prefix } = this.#sealing;
    this.#seals.set(id, (this.#seals.get(id) ?? 0) + 1);
    const iv = this.#nextIv();
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.from(context));
    const body = cipher.update(text, 'utf8');
    cipher.final();
    return Buffer.concat([prefix, iv, cipher.getAuthTag(), body]);
  }

  open(sealed: Buffer, context: string): string {
    if (sealed[0] === format) {
      const id = sealed.subarray(1, 1 + idBytes).toString('hex');
      const key = this.#keys.get(id);
      if (!key) throw new Error(`sealed by the data key ${id}, which is not known`);
      return openWith(key, sealed.subarray(1 + idBytes), context);
    }
    if (sealed[0] !== firstFormat) throw new Error('sealed data has an unknown format');
    return this.#openUnnamed(sealed.subarray(1), context);
  }

  /** Only the key that sealed a value passes its tag, so the others fail in turn. */
  #openUnnamed(sealed: Buffer, context: string): string {
    let fault: unknown;
    for (const key of this.#keys.values()) {
      try {
        return openWith(key, sealed, context);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  /** How many values each key has sealed since the last time. */
  takeSeals(): Map<string, number> {
    const taken = new Map(this.#seals);
    this.#seals.clear();
    return taken;
  }

  /** Counts these values again: they could not be stored. */
  returnSeals(taken: ReadonlyMap<string, number>): void {
    for (const [id, count] of taken) this.#seals.set(id, (this.#seals.get(id) ?? 0) + count);
  }
}

/** Names a data key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'countersign key id', idBytes)).toString('hex');
}

/** What every value starts with that names this key. */
export function sealedPrefix(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(format), Buffer.from(keyId, 'hex')]);
}

/** A KeyObject is created once; raw bytes would be converted at every use, at 25 µs each. */
export function deriveKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32)));
}

function openWith(key: KeyObject, sealed: Buffer, context: string): string {
  const bodyAt = ivBytes + tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(ivBytes, bodyAt));
  return decipher.update(sealed.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8');
}

/** Draws random bytes for many seals at once: one system call for each seal costs more than the cipher. */
function createIvSource(): () => Buffer {
  const pool = Buffer.alloc(ivBytes * 256);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const iv = Buffer.from(pool.subarray(used, used + ivBytes));
    used += ivBytes;
    return iv;
  };
}
