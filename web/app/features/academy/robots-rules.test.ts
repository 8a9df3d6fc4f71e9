import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import { closedToRobots } from './robots-rules.ts';

/** The paths of all pages below a layout in the route table. */
function pagesBelow(layout: string, entries: RouteConfigEntry[], inside = false, above = ''): string[] {
  return entries.flatMap(({ file, path = '', index, children = [] }) => {
    const here = [above, path].filter(Boolean).join('/');
    const within = inside || file === layout;
    const own = within && (path || index) && children.length === 0 ? [`/${here}`] : [];
    return [...own, ...pagesBelow(layout, children, within, here)];
  });
}

/** Matches a path as robots do: a rule is a prefix, in which a star matches any text. */
const isClosed = (path: string) =>
  closedToRobots.some((rule) => new RegExp(`^${rule.replaceAll('*', '.*')}`).test(path));

const table = await routes;

test.each(['shell/learner-layout.tsx', 'features/overview/staff-area-layout.tsx'])(
  'no page of %s is open to robots',
  (layout) => {
    const pages = pagesBelow(layout, table);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((path) => !isClosed(path))).toEqual([]);
  },
);

test('public pages are open to robots, except process steps and single certificates', () => {
  const closed = pagesBelow('shell/public-layout.tsx', table).filter(isClosed);
  expect(closed.sort()).toEqual([
    '/ornate_backend',
    '/otp',
    '/reset-password',
    '/set-password',
    '/shared/:token',
    '/signed-on',
    '/verify/:number',
  ]);
});
