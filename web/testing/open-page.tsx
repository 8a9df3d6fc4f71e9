import type { Brand } from '@fairlead/contract/academy/calls';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ComponentType } from 'react';
import { use, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import {
  createRoutesStub,
  data,
  Meta,
  matchRoutes,
  type NavigateFunction,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  UNSAFE_DataRouterStateContext as RouterState,
  useLocation,
  useNavigate,
} from 'react-router';
import { type PageRequest, pageRequest } from '../app/lib/pages/page-request.ts';
import routes from '../app/routes.ts';
import { Toasts } from '../app/ui/feedback/toast.tsx';
import { academyBrand } from './records.ts';
import { visitStandIn } from './stand-in-server.ts';

/** The exports of a route's file that the app uses. */
type RouteModule = {
  default: ComponentType;
  ErrorBoundary?: ComponentType;
  HydrateFallback?: ComponentType;
  clientMiddleware?: unknown[];
  loader?: (args: object) => unknown;
  clientLoader?: (args: object) => unknown;
  meta?: unknown;
  handle?: unknown;
  shouldRevalidate?: unknown;
};

const files = import.meta.glob<RouteModule>([
  '../app/features/**/*-page.tsx',
  '../app/**/*-{layout,gate,pages}.tsx',
  '../app/shell/not-found.tsx',
]);

/** The academy of every page, at the URL of the test. */
export const brand: Brand = {
  ...academyBrand,
  publicUrl: location.origin,
  timeZone: 'Asia/Kolkata',
  sendsEmail: true,
  isAboard: false,
};

/** The current path, and navigation; the router's history is in memory, not in the browser. */
export type Opened = { path: () => string; go: NavigateFunction };

let root: Root | undefined;
let where = '';
let navigate: NavigateFunction;

function Whereabouts({ onShown }: { onShown: () => void }) {
  const { pathname, search } = useLocation();
  const go = useNavigate();
  const isShown = use(RouterState)?.initialized;
  useEffect(() => {
    where = pathname + search;
    navigate = go;
    if (isShown) onShown();
  }, [pathname, search, go, isShown, onShown]);
  return null;
}

/** The route of a path, and the layouts around it. */
function entriesOn(path: string, entries: RouteConfigEntry[]): Set<RouteConfigEntry> {
  const asRoutes = (some: RouteConfigEntry[]): RouteObject[] =>
    some.map((entry) => ({
      ...(entry.path !== undefined && { path: entry.path }),
      ...(entry.index ? { index: true as const } : { children: asRoutes(entry.children ?? []) }),
      handle: entry,
    }));
  const matches = matchRoutes(asRoutes(entries), path);
  if (!matches) throw new Error(`there is no page ${path}`);
  return new Set(matches.map(({ route }) => route.handle));
}

/** Replaces a page that a test leads to but does not test. */
function Elsewhere() {
  const { pathname } = useLocation();
  return <h1>The page {pathname}</h1>;
}

/** Calls of a public page's loader, which the server makes as a visitor; a refusal becomes the status of the page. */
const visit: PageRequest['visit'] = async (target, ...[args]) => {
  const response = await visitStandIn(target, args ?? {});
  const content = await response.json();
  if (!response.ok) throw data(content, { status: response.status });
  const next = /<[^<>]*[?&]after=([^<>&]*)/.exec(response.headers.get('link') ?? '')?.[1];
  return { reply: content, next };
};

async function routeOf(entry: RouteConfigEntry, real: Set<RouteConfigEntry>): Promise<object> {
  const { id, path, index, file, children = [] } = entry;
  const place = { id: id ?? file.replace(/\.tsx?$/, ''), path, ...(index && { index }) };
  const below = await Promise.all(children.map((child) => routeOf(child, real)));
  const nested = index ? {} : { children: below };
  if (!real.has(entry)) return { ...place, Component: below.length > 0 ? Outlet : Elsewhere, ...nested };
  const load = files[`../app/${file}`];
  if (!load) throw new Error(`the page ${file} is not among the files of open-page.tsx`);
  const { default: Component, clientMiddleware, loader, clientLoader, ...others } = await load();
  const read = clientLoader ? (args: object) => clientLoader({ ...args, serverLoader: () => loader?.(args) }) : loader;
  return { ...place, ...nested, ...others, Component, middleware: clientMiddleware, loader: read };
}

type Options = {
  /** Other pages that are really rendered; all further pages show only their path. */
  and?: string[];
  /** Settings of the academy that differ from `brand`. */
  academy?: Partial<Brand>;
};

/** Opens a page of the app at its path, inside its layouts, as in a browser once it is hydrated. */
export async function openPage(path: string, { and = [], academy = {} }: Options = {}): Promise<Opened> {
  closePage();
  const real = new Set([path, ...and].flatMap((one) => [...entriesOn(one, routes)]));
  const shown = Promise.withResolvers<void>();
  const known = { ...brand, ...academy };
  const whole = {
    id: 'root',
    loader: () => known,
    shouldRevalidate: () => false,
    meta: ({ loaderData }: { loaderData?: Brand }) => [{ title: loaderData?.name }],
    HydrateFallback: () => null,
    Component: () => (
      <>
        <Meta />
        <Outlet />
        <Whereabouts onShown={shown.resolve} />
        <Toasts />
      </>
    ),
    children: await Promise.all(routes.map((entry) => routeOf(entry, real))),
  };
  const context = new RouterContextProvider();
  context.set(pageRequest, { visit, nonce: '', report: (error) => console.error('a loader reports', error) });
  const App = createRoutesStub([whole] as Parameters<typeof createRoutesStub>[0], context);
  root = createRoot(document.body.appendChild(document.createElement('div')), {
    onCaughtError: (error) => console.error(error),
  });
  // the data that the server has rendered; the browser reads the rest
  root.render(<App initialEntries={[path]} hydrationData={{ loaderData: { root: known } }} />);
  await shown.promise;
  return { path: () => where, go: (...args: Parameters<NavigateFunction>) => navigate(...args) } as Opened;
}

/** Removes the page and its toasts. */
export function closePage(): void {
  const toasts = document.querySelectorAll<HTMLElement>('[aria-live] button');
  for (const close of toasts) flushSync(() => close.click());
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}
