import { academy } from '@fairlead/contract/academy';
import { type ReactNode, use, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { Route } from './+types/root.ts';
import styles from './app.css?inline';
import { isBrandChanged } from './lib/pages/brand-change.ts';
import { Nonce } from './lib/pages/nonce.ts';
import { asVisitor } from './lib/pages/page-request.ts';
import { headScript } from './lib/pages/theme.ts';
import { useWebFont } from './lib/pages/web-font.ts';
import { Toasts } from './ui/feedback/toast.tsx';
import font from './ui/styles/archivo.woff2?url';

/**
 * The stylesheet is inlined in the page, so that it paints without a second round trip; the browser reads it from the
 * page.
 */
const css = import.meta.env.SSR ? styles : (document.getElementById('styles')?.textContent ?? '');

export const loader = ({ context }: Route.LoaderArgs) => asVisitor(context)(academy.getBrand);

/** The brand is not loaded again while a tab is open, unless it was changed in this tab. */
export const shouldRevalidate = () => isBrandChanged();

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.name ?? 'Maritime Academy' }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(Nonce);
  const isStill = useMatches().some(({ handle }) => (handle as { still?: boolean } | undefined)?.still);
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript(font) }} />
        <style id="styles" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toasts />
        {!isStill && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  useWebFont();
  useEffect(() => {
    // The page works without it: if the link is down or the browser refuses, the next visit tries again.
    import('./lib/device/offline.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined);
  }, []);
  return <Outlet />;
}
