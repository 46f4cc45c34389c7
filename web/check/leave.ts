const leaveAfterSeconds = 5;

/**
 * Takes the person back where they came from, after a moment in which they can read the result and
 * can choose to stay. Once per page of the browser's history: the back button must not be a trap.
 */
export function leaveSoon(view: HTMLElement): void {
  const back = view.querySelector<HTMLAnchorElement>('#back');
  const leaving = view.querySelector<HTMLElement>('#leaving');
  const words = leaving?.querySelector('p');
  if (!back || !leaving || !words || history.state?.isLeft) return;

  let seconds = leaveAfterSeconds;
  const say = () => {
    words.textContent = (leaving.dataset.text ?? '').replace('{n}', String(seconds));
  };
  const timer = window.setInterval(() => {
    seconds -= 1;
    if (seconds > 0) return say();
    window.clearInterval(timer);
    markLeft();
    location.assign(back.href);
  }, 1_000);

  say();
  leaving.hidden = false;
  back.addEventListener('click', () => {
    window.clearInterval(timer);
    markLeft();
  });
  leaving.querySelector('button')?.addEventListener('click', (event) => {
    window.clearInterval(timer);
    markLeft();
    words.textContent = leaving.dataset.stopped ?? '';
    (event.currentTarget as HTMLElement).remove();
    back.focus();
  });
}

function markLeft(): void {
  history.replaceState({ isLeft: true }, '');
}
