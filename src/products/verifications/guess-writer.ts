import type { Pool } from 'pg';
import {
  type BatchWriter,
  createBatchWriter,
  type Deferred,
} from '../../foundation/batches/batch-writer.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import type { CheckResult } from '../../foundation/contract/wire/verify.ts';
import { isItemFault } from '../../foundation/db/faults.ts';
import type { Vault } from '../../foundation/vault.ts';
import { isCode } from './code.ts';
import { type ComparedGuess, countGuesses, findCodes, type Target } from './queries.ts';

export interface Guess extends Owner {
  target: Target;
  code: string;
}

export interface Guessed {
  result: CheckResult;
  verificationId: string | null;
  guessesLeft: number;
}

export type GuessWriter = BatchWriter<Guess, Guessed>;

interface GuessPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
}

const maxItems = 500;
const patienceMs = 2_000;

/**
 * Counts all waiting guesses in one commit, before any of them is answered. A batch has at most one guess of a
 * verification, so that each is decided after the one before.
 */
export function createGuessWriter(ports: GuessPorts): GuessWriter {
  const writer: GuessWriter = createBatchWriter<Guess, Guessed>({
    maxItems,
    isItemFault,
    conflictKeysOf: (guess) => [keyOf(guess)],
    patience: {
      ms: patienceMs,
      fault: () => new ApiError('overloaded', { headers: { 'retry-after': '1' } }),
    },
    write: (guesses) => writeGuesses(ports, guesses, (guess) => writer.add(guess)),
  });
  return writer;
}

function keyOf({ accountId, mode, target }: Guess): string {
  const name =
    'verificationId' in target
      ? target.verificationId.toLowerCase()
      : `${target.numberHash.toString('hex')} ${target.purpose}`;
  return `${accountId} ${mode} ${name}`;
}

const notFound: Guessed = { result: 'not_found', verificationId: null, guessesLeft: 0 };

async function writeGuesses(
  { pool, clock, vault }: GuessPorts,
  guesses: readonly Guess[],
  again: (guess: Guess) => Promise<Guessed>,
): Promise<(Guessed | Deferred<Guessed>)[]> {
  const codes = await findCodes(pool, guesses);
  const compared: ComparedGuess[] = [];
  const places: number[] = [];
  const taken = new Set<string>();
  const answers = guesses.map((guess, i): Guessed | Deferred<Guessed> => {
    const current = codes[i];
    if (!current) return notFound;
    // Found by its ID and by its number: the second one waits.
    if (taken.has(current.verificationId)) return () => again(guess);
    taken.add(current.verificationId);
    const { accountId, code } = guess;
    compared.push({ ...current, accountId, isRight: isCode(vault, current, code) });
    places.push(i);
    return notFound;
  });
  if (compared.length === 0) return answers;
  const results = await countGuesses(pool, clock.databaseNow(), compared);
  for (const [n, { result, guessesLeft }] of results.entries()) {
    const place = places[n] as number;
    const guess = guesses[place] as Guess;
    const { verificationId } = compared[n] as ComparedGuess;
    answers[place] =
      result === 'stale'
        ? () => again(guess)
        : shown(guess, { result, verificationId, guessesLeft });
  }
  return answers;
}

/** By number, an ended verification looks like none, so that nobody learns whether a number was verified. */
function shown({ target }: Guess, guessed: Guessed): Guessed {
  const { result } = guessed;
  if ('verificationId' in target || result === 'approved' || result === 'wrong') return guessed;
  return notFound;
}
