import { Outlet } from 'react-router';
import { paths } from '../lib/paths.ts';
import { PageSkeleton } from '../ui/feedback/skeleton.tsx';
import { Width } from '../ui/layout.tsx';
import type { Route } from './+types/learner-layout.ts';
import { guardLearner } from './guards.ts';
import { Problem } from './problem.tsx';
import { SignedInArea } from './signed-in-area.tsx';
import { StaleNote } from './stale-note.tsx';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardLearner];

/** Without a loader of its own, the guard would not run on a first visit. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Pages of a signed-in learner. They render in the browser only, because the token is stored there. */
export default function LearnerLayout() {
  return (
    <SignedInArea login={paths.login}>
      <Width className="py-10">
        <StaleNote />
        <Outlet />
      </Width>
    </SignedInArea>
  );
}

export function HydrateFallback() {
  return (
    <Width className="py-10">
      <PageSkeleton />
    </Width>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
}
