import { Outlet } from 'react-router';
import { PageProgress } from './page-progress.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import { usePageSays } from './use-page-says.ts';

/** The layout of every public and learner page. */
export default function SiteLayout() {
  useFocusOnArrival();
  return (
    <div data-page className="flex min-h-dvh flex-col">
      <SkipLink />
      <PageProgress />
      <SiteHeader />
      {/* the learner's own pages, by the layout around theirs */}
      <div id="own-pages" />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <SiteFooter slim={usePageSays('slim')} />
    </div>
  );
}
