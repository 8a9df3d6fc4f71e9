/** A time to wait, in words: '30 seconds', '2 minutes', '3 hours'. It is rounded up. */
export function forDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return inWords(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? inWords(minutes, 'minute') : inWords(Math.ceil(minutes / 60), 'hour');
}

const inWords = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
