import { useBrand } from '../lib/brand.ts';
import { unlisted } from '../lib/pages/page-meta.ts';
import { titled } from '../lib/pages/page-title.ts';
import { paths } from '../lib/paths.ts';
import { CalmSea } from '../ui/feedback/empty-state.tsx';
import { Width } from '../ui/layout.tsx';
import { LogoMark } from '../ui/logo.tsx';
import type { Route } from './+types/offline-page.ts';

/** It is shown under the URLs of other pages, where the router would look for those pages: it has no scripts. */
export const handle = { still: true };

export const meta: Route.MetaFunction = (page) => [...titled('No internet connection', page), unlisted];

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
          <h1 className="text-3xl">No internet connection</h1>
          <p className="mt-3 max-w-text text-lg text-pretty text-soft">
            This page needs the internet. Your work so far is saved. Try again when you are connected.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            {/* a form without an action requests the same URL again */}
            <form>
              <button type="submit" className="button">
                Try again
              </button>
            </form>
          </div>
          <h2 className="mt-10 text-xl">What works without internet</h2>
          <ul className="mt-3 flex max-w-text list-disc flex-col gap-2 pl-5 text-soft marker:text-signal">
            <li>
              <a href={paths.verifyForm} className="font-semibold text-link underline">
                Verify a certificate
              </a>
              , if you have opened that page on this device before.
            </li>
            <li>
              <a href={paths.aboard} className="font-semibold text-link underline">
                Courses that you have taken aboard
              </a>{' '}
              on this device.
            </li>
            <li>
              A training that you have opened on this device: go back to it. What you watch is saved here and sent when
              you are connected.
            </li>
          </ul>
        </div>
        <CalmSea className="mx-auto w-full max-w-xs max-md:hidden" />
      </Width>
    </main>
  );
}
