const DAY = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' } as const;

/** A day in India as the app writes it: `20 Nov 2026`. `locale` is the language's BCP 47 tag. */
export function dayFormat(locale: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(locale, DAY);
  return (at) => format.format(at);
}

/** A moment in India as the app writes it: `20 Nov 2026 07:14 pm`. */
export function momentFormat(locale: string): (at: Date) => string {
  const day = dayFormat(locale);
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    timeZone: DAY.timeZone,
  });
  return (at) => `${day(at)} ${clock.format(at)}`;
}
