import { academy } from '@fairlead/contract/academy/calls';
import { asVisitor } from '../../lib/pages/page-request.ts';
import type { Route } from './+types/robots.ts';
import { closedToRobots } from './robots-rules.ts';

/** /robots.txt: the paths that search engines must not crawl, and the URL of the sitemap. */
export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = await asVisitor(context)(academy.getBrand);
  const lines = [
    'User-agent: *',
    ...closedToRobots.map((path) => `Disallow: ${path}`),
    // course covers are part of public pages
    'Allow: /api/uploads/courseImg/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
