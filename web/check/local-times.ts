/** The server does not know the person's time zone, and renders UTC. */
export function writeTimes(within: ParentNode): void {
  for (const time of within.querySelectorAll('time')) time.textContent = localTime(time.dateTime);
}

function localTime(moment: string): string {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const format = { ...day, hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(document.documentElement.lang, format).format(date);
}
