// `@react-router/dev/routes` for the browser: the package needs Node, and returns the same entries.
import type { RouteConfigEntry } from '@react-router/dev/routes';

type Options = { id?: string; index?: boolean; caseSensitive?: boolean };
type Children = RouteConfigEntry[];

const parts = (options?: Options | Children, children?: Children) =>
  Array.isArray(options) ? { children: options } : { ...options, ...(children && { children }) };

export const route = (path: string | null, file: string, options?: Options | Children, children?: Children) =>
  ({ ...(path !== null && { path }), file, ...parts(options, children) }) satisfies RouteConfigEntry;

export const index = (file: string, options?: Options) =>
  ({ index: true, file, ...options }) satisfies RouteConfigEntry;

export const layout = (file: string, options?: Options | Children, children?: Children) =>
  ({ file, ...parts(options, children) }) satisfies RouteConfigEntry;

export const prefix = (path: string, routes: Children): Children =>
  routes.map((one) =>
    one.index || one.path !== undefined
      ? { ...one, path: one.path ? `${path}/${one.path}` : path }
      : { ...one, ...(one.children && { children: prefix(path, one.children) }) },
  );
