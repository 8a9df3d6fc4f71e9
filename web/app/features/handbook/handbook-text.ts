/**
 * A page of a handbook. In its texts, ‘ ’ quote what stands on screen, word for word: a test finds each in the pages.
 */
export type HandbookPage = {
  /** Its part of the URL. */
  id: string;
  title: string;
  /** The paths of the screens that it is about, as the routes have them; their '?' leads here. */
  screens: readonly string[];
  /** What its picture shows, in words, if it has one: `pictures/<reader>-<id>.webp`, which `npm run pictures` draws. */
  picture?: string;
  /** What it is for. */
  purpose: string;
  steps: readonly string[];
  /** What happens then. */
  outcome: string;
  /** What to do when it does not work. */
  trouble: readonly string[];
  /** The pages of the site and of the handbook to go to. */
  links: readonly (readonly [text: string, to: string])[];
};

/** All texts of a page, for the search. */
export const textsOf = ({ title, purpose, steps, outcome, trouble }: HandbookPage): string[] => [
  title,
  purpose,
  ...steps,
  outcome,
  ...trouble,
];

/**
 * The pages that have every word of a query, in any spelling of capitals, each with the text in which the first of them
 * stands; pages whose title has the words come first.
 */
export function searchPages(pages: readonly HandbookPage[], query: string): { page: HandbookPage; found: string }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return pages
    .filter((page) => hits(textsOf(page).join(' ')) === words.length)
    .toSorted((a, b) => hits(b.title) - hits(a.title))
    .map((page) => {
      const [, ...texts] = textsOf(page);
      return { page, found: texts.toSorted((a, b) => hits(b) - hits(a))[0] ?? '' };
    });
}
