/** After how many seconds something is tried again; then only whoever presses the button tries it. */
const delays = [2, 5, 15, 30];

export interface Retrying {
  /** Tries at once. */
  now(): void;
  stop(): void;
}

/** How a retry is told: each of them only while it is true. */
export interface RetryWords {
  onCount(seconds: number): void;
  onTry(): void;
  onRest(tries: number): void;
}

/** Does something until it works, and says when the next try is. */
export function tryAgain(attempt: () => Promise<boolean>, words: RetryWords): Retrying {
  let tries = 0;
  let timer: number | undefined;
  let isTrying = false;
  let isOver = false;

  function wait(): void {
    const delay = delays[tries];
    if (delay === undefined) {
      words.onRest(tries);
      return;
    }
    let left = delay;
    words.onCount(left);
    timer = window.setInterval(() => {
      left -= 1;
      if (left > 0) words.onCount(left);
      else void run();
    }, 1_000);
  }

  async function run(): Promise<void> {
    window.clearInterval(timer);
    if (isTrying || isOver) return;
    isTrying = true;
    words.onTry();
    tries += 1;
    const isDone = await attempt();
    isTrying = false;
    if (!isDone && !isOver) wait();
  }

  wait();
  return {
    now: () => void run(),
    stop() {
      isOver = true;
      window.clearInterval(timer);
    },
  };
}
