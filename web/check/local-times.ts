/** The server does not know the person's time zone, and renders UTC. */
export function writeTimes(within: ParentNode): void {
  for (const time of within.querySelectorAll('time')) time.textContent = localTime(time.dateTime);
}

function localTime(moment: string): string {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const { lang } = document.documentElement;
  // Chinese sentences have a space before a time, which is for a digit and not for 下午.
  const clock = lang.startsWith('zh') ? ({ hourCycle: 'h23' } as const) : {};
  const format = { ...day, hour: 'numeric', minute: '2-digit', ...clock } as const;
  return new Intl.DateTimeFormat(lang, format).format(date);
}
