import { brandIn } from './page-meta.ts';

/** The title of a page, for its `meta`: 'Profile · Fairlead Maritime Academy'. Public pages use page-meta.ts. */
export function titled(title: string, page: Parameters<typeof brandIn>[0]) {
  const brand = brandIn(page);
  return [{ title: brand ? `${title} · ${brand.name}` : title }];
}
