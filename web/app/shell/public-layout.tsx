import { Outlet } from 'react-router';
import { unlisted } from '../lib/pages/page-meta.ts';
import { titled } from '../lib/pages/page-title.ts';
import type { Route } from './+types/public-layout.ts';
import { Problem, wordsFor } from './problem.tsx';

/** Only when a page failed: every page has a title of its own. */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  error ? [...titled(wordsFor(error).title, { matches }), unlisted] : [];

/** The layout of public pages. */
export default function PublicLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
}
