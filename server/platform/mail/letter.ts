/** What a letter says: paragraphs are parted by empty lines, and placeholders such as {name} are filled at sending. */
export type LetterWords = { subject: string; text: string };

/** A kind of letter that the program sends, with the words it has as long as nobody has changed them. */
export type LetterKind<Placeholder extends string = string> = LetterWords & {
  /** Under which changed words are kept: it stays what it is. */
  key: string;
  /** On what occasion it goes out, for whoever changes its words. */
  when: string;
  /** What the words can name, each with an example. The academy's own can be named in every letter. */
  samples: Readonly<Record<Placeholder, string>>;
  /** What the button below the words says, in a letter that has one. */
  button?: string;
  /** Whether a one-time code stands below the words. */
  hasCode?: boolean;
};

/** Whether something that a file of letters exports is a kind of letter. */
export const isLetterKind = (one: unknown): one is LetterKind =>
  typeof one === 'object' && one !== null && 'key' in one && 'samples' in one;

/** A kind of letter, its placeholders known to the compiler. */
export const defineLetter = <const Placeholder extends string>(
  kind: LetterKind<Placeholder>,
): LetterKind<Placeholder> => kind;

const placeholder = /\{(\w+)\}/g;

/** The names of the placeholders in a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '');

/** Puts values in the place of placeholders. What a value says is not looked at again, nor a name that has none. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));

/** The paragraphs of a text, filled; one of which nothing is left is left out. */
export const paragraphsOf = (text: string, values: Readonly<Record<string, string>>): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => fill(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '');
