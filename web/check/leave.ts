const leaveAfterSeconds = 30;
const appTakesMs = 2_500;
/** The page scrolls and focuses by itself first; that is no sign of a person. */
const settleMs = 500;
const touches = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll', 'focusin'] as const;

/**
 * Returns the person after time to read the result. Any input stops the countdown for good. Runs once per history
 * entry: the back button must not be a trap.
 */
export function startLeaveCountdown(view: HTMLElement): void {
  const back = view.querySelector<HTMLAnchorElement>('#back');
  const leaving = view.querySelector<HTMLElement>('#leaving');
  const words = leaving?.querySelector('span');
  if (!back || !leaving || !words || history.state?.isLeft) return;

  let seconds = leaveAfterSeconds;
  const say = () => {
    words.textContent = (leaving.dataset.text ?? '').replace('{n}', String(seconds));
  };
  const timer = window.setInterval(() => {
    seconds -= 1;
    if (seconds > 0) return say();
    end();
    leaving.hidden = true;
    back.click();
  }, 1_000);

  function end(): void {
    window.clearInterval(timer);
    for (const touch of touches) document.removeEventListener(touch, stay, true);
    document.removeEventListener('visibilitychange', stay);
    markLeft();
  }

  function stay(): void {
    end();
    if (leaving) leaving.innerHTML = '';
    leaving?.append(leaving.dataset.stopped ?? '');
  }

  say();
  leaving.hidden = false;
  window.setTimeout(() => {
    if (history.state?.isLeft) return;
    for (const touch of touches) document.addEventListener(touch, stay, true);
    document.addEventListener('visibilitychange', stay);
  }, settleMs);
}

/** If the app does not open, the page is still visible and says so. */
export function watchApp(back: HTMLAnchorElement, problem: HTMLElement): void {
  const { app } = back.dataset;
  if (app === undefined) return;
  window.setTimeout(() => {
    if (document.hidden || !back.isConnected) return;
    problem.textContent = problem.dataset.text ?? '';
    back.textContent = app;
  }, appTakesMs);
}

function markLeft(): void {
  history.replaceState({ isLeft: true }, '');
}
