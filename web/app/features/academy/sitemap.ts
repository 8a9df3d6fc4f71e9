import { academy } from '@fairlead/contract/academy/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { asVisitor, pageAsVisitor } from '../../lib/pages/page-request.ts';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/sitemap.ts';

const pages = [
  paths.home,
  paths.courses,
  paths.about,
  paths.contact,
  paths.verifyForm,
  paths.register,
  paths.login,
  paths.privacy,
  paths.terms,
];

/**
 * The number of courses read per request, and in total. The sitemap format allows 50,000; no academy has nearly as
 * many.
 */
const atOnce = 200;
const atMost = 5000;

/** /sitemap.xml: the pages that search engines should index, and every active course with its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = await asVisitor(context)(academy.getBrand);
  const entries = pages.map((path) => entry(publicUrl + path));
  let cursor: string | null = null;
  do {
    const query: { limit: number; after?: string } = { limit: atOnce, ...(cursor && { after: cursor }) };
    const { reply, after } = await pageAsVisitor(context)(courses.listActive, { query });
    for (const { _id, updatedAt } of reply.data) entries.push(entry(publicUrl + paths.course(_id), updatedAt));
    cursor = after;
  } while (cursor && entries.length < atMost);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

const entry = (url: string, changed?: string) =>
  `<url><loc>${escaped(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;

const escaped = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
