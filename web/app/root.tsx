import { academy } from '@fairlead/contract/academy/calls';
import { type ReactNode, use, useEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import type { Route } from './+types/root.ts';
import styles from './app.css?inline';
import { earlyReading } from './lib/calls/early-read.ts';
import { registerWorker } from './lib/device/offline.ts';
import { isBrandChanged } from './lib/pages/brand-change.ts';
import { Nonce } from './lib/pages/nonce.ts';
import { scriptsNeeded } from './lib/pages/oldest-browsers.ts';
import { asVisitor } from './lib/pages/page-request.ts';
import { removeStructured } from './lib/pages/structured-data.ts';
import { headScript, headState } from './lib/pages/theme.ts';
import { useWebFont } from './lib/pages/web-font.ts';
import { Toasts } from './ui/feedback/toast.tsx';
import font from './ui/styles/archivo.woff2?url';

export const loader = ({ context }: Route.LoaderArgs) => asVisitor(context)(academy.getBrand);

/** The brand is not loaded again while a tab is open, unless it was changed in this tab. */
export const shouldRevalidate = () => isBrandChanged();

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.name ?? 'Maritime Academy' }];

/**
 * The document. Its scripts and its stylesheet are rendered by the server alone: where the browser's first rendering
 * differs from the page, React makes the document again and leaves those that are there, but to create one of its own
 * it would have to turn text into markup, which the policy of the page refuses.
 */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(Nonce);
  return (
    <html lang="en-IN" {...headState} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {import.meta.env.SSR && (
          <>
            <script nonce={nonce} dangerouslySetInnerHTML={{ __html: headScript(font) }} />
            <FirstViewScript />
            {/* inlined, so that the page paints without a second round trip */}
            <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        <noscript className="block bg-warn-soft p-4 text-warn print:hidden">
          {import.meta.env.SSR && scriptsNeeded}
        </noscript>
        {children}
        <Toasts />
        {import.meta.env.SSR ? <PageScripts /> : <RestoredScroll />}
      </body>
    </html>
  );
}

/** A page that says what it reads has a first view for somebody who is signed in. */
function FirstViewScript() {
  const nonce = use(Nonce);
  const hasFirstView = useMatches().some(({ handle }) => (handle as { reads?: unknown } | undefined)?.reads);
  return hasFirstView && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyReading() }} />;
}

function PageScripts() {
  const isStill = useMatches().some(({ handle }) => (handle as { still?: boolean } | undefined)?.still);
  return isStill ? null : (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

/** What ScrollRestoration does in the browser, without its script. */
function RestoredScroll() {
  useScrollRestoration();
  return null;
}

export default function Root() {
  const { pathname } = useLocation();
  useWebFont();
  useEffect(() => {
    // The page works without it: if the link is down or the browser refuses, the next visit tries again.
    registerWorker().catch(() => undefined);
  }, []);
  useEffect(() => removeStructured, [pathname]);
  return <Outlet />;
}
