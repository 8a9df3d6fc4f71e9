const segment = encodeURIComponent;

/** The handbook of a reader, or a page of it. Apart from `paths`, which public pages carry. */
export const handbookPath = (reader = '', page = ''): string => ['/handbook', reader, page].filter(Boolean).join('/');

/** What the '?' of a screen leads to; the handbook finds the page about the screen. */
export const helpPath = (screen: string): string => `${handbookPath()}?about=${segment(screen)}`;

/** Whether a path is of the handbook, which learners and staff have at the same paths. */
export const isHandbook = (path: string): boolean => /^\/handbook(\/|$)/i.test(path);
