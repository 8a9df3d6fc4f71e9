/**
 * The email addresses in a text that was pasted, in lower case, each once: between names, angle brackets, commas and
 * line breaks, as mail programs and sheets write them.
 */
export const emailsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;<>()"']+/)
      .map((word) =>
        word
          .replace(/^mailto:/i, '')
          .replace(/[.:]$/, '')
          .toLowerCase(),
      )
      .filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word)),
  ),
];
