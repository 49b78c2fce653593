const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the English format with these parts. Cached: to make one takes longer than to use it. */
export function getDateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  formats.set(key, format);
  return format;
}

/** Formats a time with its weekday and time zone. */
export function formatFullDateTime(time: Date, timeZone: string): string {
  return getDateFormat(timeZone, { dateStyle: 'full', timeStyle: 'long' }).format(time);
}
