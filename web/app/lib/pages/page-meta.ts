import type { Brand } from '@fairlead/contract/academy/calls';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
type Page = { matches: Matches };

/** The academy's brand as loaded by the root route; undefined when that failed. */
export function brandIn({ matches }: Page): Brand | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as Brand | undefined;
}

type Presented = {
  /** A title that includes the academy's name; the name is appended to other titles. */
  wholeTitle?: string;
  title: string;
  description: string;
  /** The canonical path of the page, from `paths`, independent of how the request spelled it and of its query. */
  path: string;
  /** The page's own picture, root-relative; otherwise the site's share picture. */
  picture?: string | null;
  type?: 'website' | 'article';
};

/** The share picture for pages without a picture of their own (web/art/share-picture.svg), and its size in pixels. */
const sharePicture = { path: '/share.png', width: 1200, height: 630 };
/** The length in characters at which search engines cut a description, approximately. */
const longest = 160;

/**
 * The meta tags of a public page for search engines and link previews: title, description, canonical URL and picture.
 * URLs come from the configuration, since a cached page must not repeat the request's Host header.
 */
export function presented(page: Page, { title, wholeTitle, description, path, picture, type }: Presented) {
  const brand = brandIn(page);
  const whole = wholeTitle ?? (brand ? `${title} · ${brand.name}` : title);
  const summary = shortened(description);
  const about = [{ title: whole }, { name: 'description', content: summary }];
  if (!brand) return about;
  const url = brand.publicUrl + path;
  return [
    ...about,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:title', content: wholeTitle ?? title },
    { property: 'og:description', content: summary },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...pictureTags(brand, picture),
  ];
}

function pictureTags({ publicUrl }: Brand, picture: string | null | undefined) {
  if (picture) return [{ property: 'og:image', content: new URL(picture, `${publicUrl}/`).href }];
  const { path, width, height } = sharePicture;
  return [
    { property: 'og:image', content: publicUrl + path },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: 'A ship passes a lighthouse and a buoy, drawn on a chart' },
  ];
}

/** The robots tag for personal pages and error pages: search engines do not index them. */
export const unlisted = { name: 'robots', content: 'noindex' };

/** The beginning of a text on one line, cut at the end of a word where possible. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const space = line.lastIndexOf(' ', longest - 1);
  const cut = line.slice(0, space > 0 ? space : longest - 1).toWellFormed();
  return `${cut.replace(/[\s,;:.–-]{1,9}$/, '')}…`;
}
