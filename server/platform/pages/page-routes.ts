import type { ServerBuild } from 'react-router';

const known = new WeakMap<ServerBuild, Set<string>>();
const listed = new WeakMap<ServerBuild, Map<string, readonly string[]>>();

/**
 * Whether no page can have this path, because no route begins with its first segment. The router's own matching would
 * also find out, but took 0.7 to 1 ms for each request (on a loaded machine). It is left to handle paths that end in
 * .data, with which it requests a page's data, and paths with percent-encoded characters.
 *
 * @param pathname of a request, as in its URL, with the leading slash.
 */
export function isNowhere(build: ServerBuild, pathname: string): boolean {
  if (/%|\.data$/.test(pathname)) return false;
  const beginnings = known.get(build) ?? beginningsOf(build);
  known.set(build, beginnings);
  return !beginnings.has(beginningOf(pathname.slice(1)));
}

const beginningOf = (path: string) => path.split('/', 1)[0]?.toLowerCase() ?? '';

/** The first segments of the page routes that have no parent path. */
function beginningsOf({ routes }: ServerBuild): Set<string> {
  const isBelow = (id: string | undefined): boolean => {
    const parent = id === undefined ? undefined : routes[id];
    return parent !== undefined && (Boolean(parent.path) || isBelow(parent.parentId));
  };
  const first = Object.values(routes).filter((route) => route && route.path !== '*' && !isBelow(route.parentId));
  return new Set(first.map((route) => beginningOf(route?.path ?? '')));
}

/**
 * The paths of pages without parameters, in the order of the routes, each with the query parameters that it reads. Its
 * module exports these as `handle = { query: […] }`.
 */
export function plainPages(build: ServerBuild): ReadonlyMap<string, readonly string[]> {
  const pages = listed.get(build) ?? plainPagesOf(build);
  listed.set(build, pages);
  return pages;
}

function plainPagesOf({ routes }: ServerBuild): Map<string, readonly string[]> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? pathOf(route.parentId) + (route.path ? `/${route.path}` : '') : '';
  };
  const pages = new Map<string, readonly string[]>();
  for (const route of Object.values(routes)) {
    if (!route || /[:*]/.test(pathOf(route.id))) continue;
    const { query = [] } = (route.module.handle ?? {}) as { query?: readonly string[] };
    const path = pathOf(route.id) || '/';
    pages.set(path, [...(pages.get(path) ?? []), ...query]);
  }
  return pages;
}
