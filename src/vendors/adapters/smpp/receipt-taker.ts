import type { Receipt } from '../../providers/provider.ts';
import type { Tools } from '../../providers/vendor.ts';

const taken = 0;
/** ESME_RX_T_APPN: a temporary error, so the vendor sends the receipt again. */
const notNow = 0x64;
const maxAtOnce = 500;

interface Waiting {
  receipt: Receipt;
  answer(status: number): void;
}

/**
 * Stores receipts in batches: the next batch collects while one is being stored. Each receipt is acknowledged
 * only after it is stored, so the vendor resends one that is not.
 */
export class ReceiptTaker {
  readonly #onReceipts: NonNullable<Tools['onReceipts']>;
  readonly #log: Tools['log'];
  #waiting: Waiting[] = [];
  #isAtWork = false;

  constructor(onReceipts: NonNullable<Tools['onReceipts']>, log: Tools['log']) {
    this.#onReceipts = onReceipts;
    this.#log = log;
  }

  /** Resolves with the status for the response to the vendor. */
  take(receipt: Receipt): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.push({ receipt, answer: resolve });
    if (!this.#isAtWork) {
      this.#isAtWork = true;
      // Receipts that arrive together go into one batch.
      setImmediate(() => void this.#work());
    }
    return promise;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxAtOnce);
      const status = await this.#hand(batch.map(({ receipt }) => receipt));
      for (const { answer } of batch) answer(status);
    }
    this.#isAtWork = false;
  }

  async #hand(receipts: readonly Receipt[]): Promise<number> {
    try {
      await this.#onReceipts(receipts);
      return taken;
    } catch (error) {
      this.#log.warn(
        { receipts: receipts.length, detail: String(error) },
        'receipts could not be stored',
      );
      return notNow;
    }
  }
}
