/**
 * The scripts of the build that only pass on what another one contains, or call it: by path, where that is, and the
 * name there of each export, or of `call`.
 */
export type Facades = Readonly<Record<string, { from: string; names: Readonly<Record<string, string>> }>>;

/** Where the page begins, behind its routes. */
const start = /import\("([^"]+)"\);/g;
const routeImport = /import \* as (route\d+) from "([^"]+)";/g;
const preload = /<link rel="modulepreload" href="([^"<]+)"[^<>]*>/g;
const largest = /^\/assets\/react-/;
const pageScript = /<script\b[^<>]* type="module"/;

/**
 * A rendered page whose routes and beginning are taken from the scripts that contain them, without a request for a file
 * that only passes them on. Where the page asks for its first view (web/app/lib/calls/early-read.ts), the scripts are
 * asked for at its end, and React, which takes a second and a half on a ship's link, by those that import it: the view,
 * which is small, would otherwise come after it.
 */
export function withLeanScripts(html: string, facades: Facades): string {
  const replaced = new Set<string>();
  const lean = html.replace(routeImport, (whole, route: string, path: string) => {
    const facade = facades[path];
    if (!facade) return whole;
    replaced.add(path);
    const exported = Object.entries(facade.names);
    const taken = exported.map(([name, there]) => `${there} as ${route}_${name}`).join(',');
    const passed = exported.map(([name]) => `${name}:${route}_${name}`).join(',');
    // the service worker finds its name there: without a network, other pages take the route from that file
    return `import {${taken}} from "${facade.from}";const ${route}={${passed}};/* ${path} */`;
  });
  const begun = lean.replace(start, (whole, path: string) => {
    const { from, names: { call = undefined } = {} } = facades[path] ?? {};
    if (!call) return whole;
    replaced.add(path);
    return `import {${call} as start} from "${from}";start();/* ${path} */`;
  });
  const isLater = begun.includes('/api/first-view');
  const later: string[] = [];
  const shown = begun.replace(preload, (whole, path: string) => {
    if (replaced.has(path)) return '';
    if (!isLater) return whole;
    // a name that browsers pass over: the service worker keeps what a page names
    later.push(largest.test(path) ? whole.replace('modulepreload', 'later') : whole);
    return '';
  });
  return shown.replace(pageScript, (script) => later.join('') + script);
}
