import { useMatches } from 'react-router';

/** What the layouts know of a page, by its `handle`. */
type PageHandle = {
  /** Somebody watches or is tested, and nothing shall call them away: no row of own pages. */
  atWork?: boolean;
  /** The footer has no columns. */
  slim?: boolean;
};

/** Whether the page that is open says this of itself. */
export const usePageSays = (what: keyof PageHandle): boolean =>
  useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.[what]);
