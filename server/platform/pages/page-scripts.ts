/**
 * The scripts of the build that only pass on what another one contains: by path, where that is, and the name there of
 * each export.
 */
export type Facades = Readonly<Record<string, { from: string; names: Readonly<Record<string, string>> }>>;

const routeImport = /import \* as (route\d+) from "([^"]+)";/g;
const preload = /<link rel="modulepreload" href="([^"<]+)"[^<>]*>/g;

/**
 * A rendered page whose routes are taken from the scripts that contain them, without a request for a file that only
 * passes them on.
 */
export function withLeanScripts(html: string, facades: Facades): string {
  return html
    .replace(routeImport, (whole, route: string, path: string) => {
      const facade = facades[path];
      if (!facade) return whole;
      const exported = Object.entries(facade.names);
      const taken = exported.map(([name, there]) => `${there} as ${route}_${name}`).join(',');
      const passed = exported.map(([name]) => `${name}:${route}_${name}`).join(',');
      // the service worker finds its name there: without a network, other pages take the route from that file
      return `import {${taken}} from "${facade.from}";const ${route}={${passed}};/* ${path} */`;
    })
    .replace(preload, (whole, path: string) => (facades[path] ? '' : whole));
}
