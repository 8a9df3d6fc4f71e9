const sentences: Readonly<Record<string, string>> = {
  time: 'This time is not complete.',
  number: 'This is not a number.',
};

/** What is wrong with a control whose text the browser cannot read: it has no value then, as if it were empty. */
export function unreadableIn(control: Element): string | undefined {
  const { validity, type } = control as Partial<HTMLInputElement>;
  if (!validity?.badInput && !validity?.customError) return undefined;
  return sentences[type ?? ''] ?? 'This date is not complete, or does not exist.';
}
