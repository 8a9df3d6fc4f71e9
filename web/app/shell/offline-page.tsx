import { unlisted } from '../lib/pages/page-meta.ts';
import { titled } from '../lib/pages/page-title.ts';
import { paths } from '../lib/paths.ts';
import { useBrand } from '../lib/site.tsx';
import { CalmSea } from '../ui/feedback/empty-state.tsx';
import { Width } from '../ui/layout.tsx';
import { LogoMark } from '../ui/logo.tsx';
import type { Route } from './+types/offline-page.ts';

/** It is shown under the URLs of other pages, where the router would look for those pages: it has no scripts. */
export const handle = { still: true };

export const meta: Route.MetaFunction = (page) => [...titled('No network', page), unlisted];

/** The page that the service worker shows in place of one that it can neither fetch nor find in its cache. */
export default function OfflinePage() {
  const { name } = useBrand();
  return (
    <main className="chart-ground flex min-h-dvh flex-col">
      <Width className="py-6">
        <span className="flex items-center gap-3 font-bold">
          <LogoMark className="size-10" /> {name}
        </span>
      </Width>
      <Width className="grid flex-1 content-center items-center gap-10 py-12 md:grid-cols-[3fr_2fr]">
        <div>
          <h1 className="text-3xl">There is no network here</h1>
          <p className="mt-3 max-w-text text-lg text-pretty text-soft">
            This page has to come from the academy. What you have done so far is kept; try again when the link is back.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            {/* a form without an action requests the same URL again */}
            <form>
              <button type="submit" className="button">
                Try again
              </button>
            </form>
            <a href={paths.verifyForm} className="button" data-tone="plain">
              Verify a certificate
            </a>
          </div>
          <p className="mt-5 max-w-text text-sm text-soft">
            Certificates can be checked without a network on a device that has opened that page before.
          </p>
        </div>
        <CalmSea className="mx-auto w-full max-w-xs max-md:hidden" />
      </Width>
    </main>
  );
}
