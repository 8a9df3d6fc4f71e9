import { academy } from '@fairlead/contract/academy/calls';
import { asVisitor } from '../../lib/pages/page-request.ts';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/manifest.ts';

/** The sizes in pixels of the icons that web/art/draw.ts draws; a `maskable` one may be cut to any shape. */
const icons = [
  { src: '/icon-192.png', sizes: '192x192', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

/** /manifest.webmanifest: what a phone needs to install the site, under the academy's name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = await asVisitor(context)(academy.getBrand);
  const manifest = {
    id: paths.home,
    name,
    // what a phone writes below the icon; most show about twelve characters
    short_name: name.length <= 12 ? name : (name.split(/\s/)[0] ?? name),
    description: 'Courses, training videos, tests and certificates for seafarers.',
    lang: 'en-IN',
    // somebody who is not signed in is led from there to the login
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: '#0b2444',
    theme_color: '#0b2444',
    icons: icons.map((icon) => ({ ...icon, type: 'image/png' })),
    shortcuts: [
      { name: 'Courses', url: paths.courses },
      { name: 'Verify a certificate', url: paths.verifyForm },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
}
