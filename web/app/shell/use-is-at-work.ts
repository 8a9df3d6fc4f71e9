import { useMatches } from 'react-router';

/** Whether the page is one on which somebody watches or is tested, so that nothing shall call them away. */
export const useIsAtWork = (): boolean =>
  useMatches().some(({ handle }) => (handle as { atWork?: boolean } | undefined)?.atWork);
