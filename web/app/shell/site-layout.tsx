import { Outlet, useMatches } from 'react-router';
import { PageProgress } from './page-progress.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** The layout of every public and learner page. */
export default function SiteLayout() {
  useFocusOnArrival();
  const isAtWork = useMatches().some(({ handle }) => (handle as { atWork?: boolean } | undefined)?.atWork);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PageProgress />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <SiteFooter slim={isAtWork} />
    </div>
  );
}
