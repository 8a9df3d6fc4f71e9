import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { CalendarDate, data, line, Message, optionalText } from '../values/shapes.ts';

/** The most items of news on the home page. */
export const mostNews = 5;

const Day = CalendarDate.check(z.refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Enter a valid date'));

/**
 * Texts of the public pages that staff write: plain text, which pages show as it stands. Blank lines divide paragraphs.
 */
export const PublicTexts = z.object({
  /**
   * Below the welcome of the home page, with its line breaks; empty for the text with which the program begins, as is
   * `about`.
   */
  home: optionalText('Home page', 300),
  about: optionalText('About', 4000),
  /** Short items with their day, in the order in which they are shown. */
  news: z.array(z.object({ day: Day, text: line('Text', 200) })).check(
    z.maxLength(mostNews, `At most ${mostNews} items`),
    z.refine(
      (news) => new Set(news.map(({ day, text }) => day + text)).size === news.length,
      'An item stands here twice',
    ),
  ),
});
export type PublicTexts = z.infer<typeof PublicTexts>;

/** Staff have written none. */
export const noTexts: PublicTexts = { home: '', about: '', news: [] };

export const publicTexts = {
  get: { method: 'GET', path: '/academy/texts', who: 'anyone', reply: data(PublicTexts), shared: true },
  save: { method: 'PUT', path: '/academy/texts', who: 'settings:edit', body: PublicTexts, reply: Message },
} as const satisfies Calls;
