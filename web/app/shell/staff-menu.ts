import { matchRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { menuGroups, type StaffRoute, staffRoutes } from '../staff-routes.ts';

/** `to` is the group's own page, where it has one. */
export type MenuGroup = { title: string; to?: string; entries: { to: string; text: string }[] };

const pathOf = ({ path }: StaffRoute) => `${paths.staff.home}/${path}`;

/** The menu of the staff area; an entry shows to people who may open its page. */
const groups = menuGroups.map((title): MenuGroup => {
  const own = staffRoutes.find(({ heads }) => heads === title);
  const entries = staffRoutes.flatMap((route) =>
    route.menu?.[0] === title ? [{ to: pathOf(route), text: route.menu[1] }] : [],
  );
  return { title, ...(own && { to: pathOf(own) }), entries };
});

/** The menu for a person with these permissions; a group without entries is left out. */
export function menuFor(permissions: readonly string[]): MenuGroup[] {
  return groups
    .map(({ entries, ...group }) => ({ ...group, entries: entries.filter(({ to }) => mayOpen(to, permissions)) }))
    .filter(({ entries }) => entries.length > 0);
}

/**
 * Whether a person with these permissions may open the staff page at a path, in any spelling that leads to it. Nobody may
 * open a page that has no permission in `staffRoutes`.
 */
export function mayOpen(pathname: string, permissions: readonly string[]): boolean {
  const [match] = matchRoutes([...staffRoutes], pathname, paths.staff.home) ?? [];
  return match !== undefined && permissions.includes(match.route.permission);
}
