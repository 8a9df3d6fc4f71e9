import type { ServerBuild } from 'react-router';

type Matcher = Pick<typeof import('react-router'), 'matchRoutes'>;
type Routes = NonNullable<Parameters<Matcher['matchRoutes']>[0]>;

const known = new WeakMap<ServerBuild, Routes>();

/**
 * Whether no page of the build has this path but the one that says so, as the router itself finds it. Where the path of
 * a page ends in .data, the router asks for what the page shows.
 */
export function isNowhere(build: ServerBuild, { matchRoutes }: Matcher, pathname: string): boolean {
  if (pathname.endsWith('.data')) return false;
  const routes = known.get(build) ?? routesBelow(build.routes);
  known.set(build, routes);
  return matchRoutes(routes, pathname)?.at(-1)?.route.path === '*';
}

/** The routes of a build as a tree, which it lists each with its parent. */
function routesBelow(routes: ServerBuild['routes'], parent?: string): Routes {
  const below = Object.values(routes).filter((route) => route?.parentId === parent);
  return below.flatMap((route) => {
    if (!route) return [];
    const { id, path, caseSensitive, index } = route;
    return index ? { id, path, caseSensitive, index } : { id, path, caseSensitive, children: routesBelow(routes, id) };
  });
}
