import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { deleteLinks, repeatMs, storeLinks } from './link-queries.ts';
import type { LinkState } from './vendor.ts';

/** Stores the state of a provider's connections for operators, whose command line is another process. */
export class LinkNotes {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #key: { providerCode: string; processId: string };
  #links: LinkState | undefined;
  #isClosed = false;
  #repeat: NodeJS.Timeout | undefined;
  /** Writes are sequential, so that the last state stays. */
  #writing: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(pool: Pool, log: Log, providerCode: string) {
    this.#pool = pool;
    this.#log = log;
    // A provider that was opened anew is another line of notes: its predecessor closes later.
    this.#key = { providerCode, processId: randomUUID() };
  }

  note(links: LinkState): void {
    if (this.#isClosed) return;
    this.#links = links;
    this.#repeat ??= setInterval(() => this.#write(), repeatMs).unref();
    this.#write();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#repeat);
    if (!this.#links) return;
    this.#links = undefined;
    await this.#writing;
    await deleteLinks(this.#pool, this.#key).catch((error) => this.#warn(error));
  }

  #write(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#writing = this.#writing.then(async () => {
      this.#isWaiting = false;
      if (!this.#links) return;
      await storeLinks(this.#pool, this.#key, this.#links).catch((error) => this.#warn(error));
    });
  }

  #warn(error: unknown): void {
    const { providerCode: provider } = this.#key;
    this.#log.warn({ provider, fault: faultOf(error) }, 'connections could not be noted');
  }
}
