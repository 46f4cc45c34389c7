import { createFileKey, openHeader } from '../../foundation/age/age-header.ts';
import { decryptStream, encryptStream } from '../../foundation/age/age-stream.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Cipher } from './backup-file.ts';

/** How one file is encrypted and, while this process keeps its one-time key, decrypted again. */
export interface OwnCiphers {
  encrypt?: Cipher;
  decrypt?: Cipher;
}

/** Ciphers for one new file; without public keys, the file is not encrypted. */
export function ciphersFor(publicKeys: readonly Buffer[]): OwnCiphers {
  if (publicKeys.length === 0) return {};
  const fileKey = createFileKey();
  return {
    encrypt: (plain) => encryptStream(plain, fileKey, publicKeys),
    decrypt: (sealed) => decryptStream(sealed, () => fileKey),
  };
}

/** Decrypts a file with one of the operator's private keys. */
export function cipherOf(file: string, privateKeys: readonly Buffer[]): Cipher {
  return (sealed) =>
    decryptStream(
      sealed,
      (header) => openHeader(header, privateKeys) ?? refuse('backup_key_wrong', { file }),
    );
}
