/** Seconds before each automatic retry; after the last one only the button retries. */
const delays = [2, 5, 15, 30];

export interface Retrying {
  now(): void;
  stop(): void;
}

interface RetryWords {
  onCount(seconds: number): void;
  onTry(): void;
  onRest(tries: number): void;
}

export function startRetries(attempt: () => Promise<boolean>, words: RetryWords): Retrying {
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
