import { use, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink, Outlet } from 'react-router';
import { useBrand } from '../lib/brand.ts';
import { FirstView, useFirstViewMeanwhile } from '../lib/pages/first-view.ts';
import { paths } from '../lib/paths.ts';
import { isStaff } from '../lib/session/roles.ts';
import { useSession } from '../lib/session/use-session.ts';
import { PageSkeleton } from '../ui/feedback/skeleton.tsx';
import { Width } from '../ui/layout.tsx';
import type { Route } from './+types/learner-layout.ts';
import { guardLearner } from './guards.ts';
import { HelpLink } from './help-link.tsx';
import { ownPages } from './own-pages.ts';
import { Problem } from './problem.tsx';
import { SignedInArea } from './signed-in-area.tsx';
import { StaleNote } from './stale-note.tsx';
import { usePageSays } from './use-page-says.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardLearner];

/** Without a loader of its own, the guard would not run on a first visit. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Pages of a signed-in learner. They render in the browser, because the token is stored there. */
export default function LearnerLayout() {
  const isAtWork = usePageSays('atWork');
  // staff read the handbook here
  const isOfStaff = isStaff(useSession()?.user?.role ?? '');
  const { isAboard } = useBrand();
  return (
    <SignedInArea login={paths.login}>
      {!isAboard && <Help />}
      {!isAtWork && !isOfStaff && !isAboard && <OwnPages />}
      <Width className="py-8">
        <StaleNote />
        <Outlet />
      </Width>
    </SignedInArea>
  );
}

/** The '?' at the end of the site's header, which has no code for it: public pages would carry it. */
function Help() {
  const [place, setPlace] = useState<Element | null>(null);
  useLayoutEffect(() => setPlace(document.querySelector('header > div')), []);
  return place && createPortal(<HelpLink />, place);
}

/**
 * The learner's own pages as a row of links below the header, outside of the page's content; a phone has them in its
 * drawer. A first view, which has no portals, shows them at the top of the content, where nothing moves afterwards.
 */
function OwnPages() {
  const isFirstView = import.meta.env.SSR && use(FirstView) !== null;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById('own-pages')), []);
  const links = (
    <nav aria-label="Your pages" className="hidden border-b border-line bg-surface bar:flex print:hidden">
      <Width className="flex flex-wrap gap-x-1">
        {ownPages.map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            className="flex min-h-11 items-center px-3 text-sm font-semibold text-soft hover:text-ink aria-[current=page]:underline aria-[current=page]:decoration-buoy aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8"
          >
            {text}
          </NavLink>
        ))}
      </Width>
    </nav>
  );
  if (isFirstView) return links;
  return place && createPortal(links, place);
}

export function HydrateFallback() {
  useFirstViewMeanwhile();
  return (
    <Width className="py-8">
      <PageSkeleton />
    </Width>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
}
