import type { Brand } from '@fairlead/contract/academy';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
type Page = { matches: Matches };

/** The academy, as the root has loaded it; undefined when that failed. */
export function brandIn({ matches }: Page): Brand | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as Brand | undefined;
}

type Presented = {
  /** With the academy's name in it; other titles get that appended. */
  wholeTitle?: string;
  title: string;
  description: string;
  /** The page's one address, from `paths`: however a reader has spelled it, and whatever was searched. */
  path: string;
  /** A picture of its own, root-relative; the site's drawing otherwise. */
  picture?: string | null;
  type?: 'website' | 'article';
};

/** The picture for links to pages without one of their own (web/art/share-picture.svg), and its size. */
const sharePicture = { path: '/share.png', width: 1200, height: 630 };
/** Search engines cut a description at about this length. */
const longest = 160;

/**
 * How a public page presents itself to search engines and where a link to it is shared: title, description, its one
 * address and a picture. Addresses come from the configuration, since a cached page must not repeat a Host.
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

/** For a page that is one person's matter, or no page at all: no search engine keeps it. */
export const unlisted = { name: 'robots', content: 'noindex' };

/** The beginning of a text on one line, ended at a word where there is one. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const space = line.lastIndexOf(' ', longest - 1);
  const cut = line.slice(0, space > 0 ? space : longest - 1).toWellFormed();
  return `${cut.replace(/[\s,;:.–-]{1,9}$/, '')}…`;
}
