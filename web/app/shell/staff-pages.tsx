import { Outlet, useLocation } from 'react-router';
import { useFirstViewMeanwhile } from '../lib/pages/first-view.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageSkeleton } from '../ui/feedback/skeleton.tsx';
import { PageHeader } from '../ui/layout.tsx';
import type { Route } from './+types/staff-pages.ts';
import { guardStaff } from './guards.ts';
import { Problem } from './problem.tsx';
import { SignedInArea } from './signed-in-area.tsx';
import { mayOpen } from './staff-menu.ts';
import { usePermissions } from './use-permissions.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardStaff];

/** Without a loader of its own, the guard would not run on a first visit. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Pages of the staff area. They render in the browser. */
export default function StaffPages() {
  const { pathname } = useLocation();
  const permissions = usePermissions();
  // without a session the area is being left, and the page stays until then
  const allowed = useSession() === null || mayOpen(pathname, permissions);
  return <SignedInArea login={paths.staffLogin}>{allowed ? <Outlet /> : <NotForThisRole />}</SignedInArea>;
}

/** Shown when a colleague with another role has sent the URL of a page that this person may not use. */
function NotForThisRole() {
  return (
    <>
      <PageHeader title="This page is not part of your role">
        An administrator of the academy can give you another one.
      </PageHeader>
      <LinkButton to={paths.staffHome}>Go to the overview</LinkButton>
    </>
  );
}

export function HydrateFallback() {
  useFirstViewMeanwhile();
  return <PageSkeleton />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} area="staff" />;
}
