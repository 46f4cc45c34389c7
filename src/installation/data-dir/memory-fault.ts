import { totalmem } from 'node:os';

const mebibyte = 1024 ** 2;

/**
 * The least memory for a server, with its own PostgreSQL or without. With less, the system kills it under
 * load, and nobody says why.
 */
const least = { embedded: 512, external: 384 };

/** A machine of 512 MB shows a little less: its kernel keeps some. */
const kernelShare = 0.9;

/** Why there is too little memory to start, and what to do; undefined if there is enough. */
export function memoryFault(
  isEmbedded: boolean,
  limit = process.constrainedMemory(),
  total = totalmem(),
): Error | undefined {
  // Without a limit, Node reports 0 or a number beyond any machine.
  const isLimited = limit > 0 && limit < total;
  const bytes = isLimited ? limit : total;
  const needed = isEmbedded ? least.embedded : least.external;
  if (bytes >= needed * mebibyte * (isLimited ? 1 : kernelShare)) return undefined;
  const has = Math.floor(bytes / mebibyte);
  const where = isLimited ? 'The memory limit is' : 'This machine has';
  const database = isEmbedded ? ' with its own PostgreSQL' : '';
  return new Error(
    `${where} ${has} MB${isLimited ? '' : ' of memory'}. A server${database} needs ${needed} MB. ` +
      (isEmbedded ? 'Give it more, or set DATABASE_URL.' : 'Give it more.'),
  );
}
