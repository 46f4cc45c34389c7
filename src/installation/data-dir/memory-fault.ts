import { totalmem } from 'node:os';

const mebibyte = 1024 ** 2;

/**
 * The least memory for a server, with its own PostgreSQL or without. With less, the system kills it under
 * load, and nobody says why.
 */
const least = { embedded: 512, external: 384 };

/** Under load, a worker and its connections take 220 MB, and the first process keeps 85 MB. */
const perFurtherWorker = 256;

/** A machine of 512 MB shows a little less: its kernel keeps some. */
const kernelShare = 0.9;

interface Server {
  isEmbedded: boolean;
  workers?: number;
}

/** Why there is too little memory to start, and what to do; undefined if there is enough. */
export function memoryFault(
  { isEmbedded, workers = 1 }: Server,
  limit = process.constrainedMemory(),
  total = totalmem(),
): Error | undefined {
  const { megabytes, isLimited } = memoryOf(limit, total);
  const needed = neededBy(isEmbedded) + perFurtherWorker * (workers - 1);
  if (megabytes >= needed * (isLimited ? 1 : kernelShare)) return undefined;
  const where = isLimited ? 'The memory limit is' : 'This machine has';
  const parts = [
    ...(workers > 1 ? [`${workers} workers`] : []),
    ...(isEmbedded ? ['its own PostgreSQL'] : []),
  ];
  const having = parts.length > 0 ? ` with ${parts.join(' and ')}` : '';
  const ways = [
    'Give it more',
    ...(workers > 1 ? ['set fewer WORKERS'] : []),
    ...(isEmbedded ? ['set DATABASE_URL'] : []),
  ];
  return new Error(
    `${where} ${Math.floor(megabytes)} MB${isLimited ? '' : ' of memory'}. ` +
      `A server${having} needs ${needed} MB. ${ways.join(', or ')}.`,
  );
}

/** How many workers the memory suffices for, at least one. */
export function workersThatFit(
  { isEmbedded }: Server,
  limit = process.constrainedMemory(),
  total = totalmem(),
): number {
  const { megabytes } = memoryOf(limit, total);
  return 1 + Math.max(0, Math.floor((megabytes - neededBy(isEmbedded)) / perFurtherWorker));
}

function neededBy(isEmbedded: boolean): number {
  return isEmbedded ? least.embedded : least.external;
}

/** Without a limit, Node reports 0 or a number beyond any machine. */
function memoryOf(limit: number, total: number): { megabytes: number; isLimited: boolean } {
  const isLimited = limit > 0 && limit < total;
  return { megabytes: (isLimited ? limit : total) / mebibyte, isLimited };
}
