import { permissionsOf } from '@fairlead/contract/permissions';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import routes from '../routes.ts';
import { staffRoutes } from '../staff-routes.ts';
import { mayOpen, menuFor } from './staff-menu.ts';

const titles = (permissions: readonly string[]) => menuFor(permissions).map(({ title }) => title);

describe("the staff's menu", () => {
  // shows: admin/menu-users, admin/menu-courses, admin/menu-training, admin/menu-test
  it('shows an administrator everything', () => {
    expect(titles(permissionsOf.admin)).toEqual(['Users', 'Courses', 'Training', 'Test', 'Records', 'Settings']);
    const entries = menuFor(permissionsOf.admin).flatMap((group) => group.entries.map(({ text }) => text));
    expect(entries.sort()).toEqual(staffRoutes.flatMap(({ menu }) => menu?.[1] ?? []).sort());
    expect(entries).toContain('Approved Users');
  });

  it('leaves out what a role may not use, and groups that become empty', () => {
    expect(titles(permissionsOf.instructor)).toEqual(['Courses', 'Training', 'Test']);
    expect(titles(permissionsOf.registrar)).toEqual(['Users', 'Courses', 'Records']);
    expect(titles(permissionsOf.learner)).toEqual([]);
  });
});

/** The pages below a layout, by file. */
const pagesBelow = (layout: string, entries: RouteConfigEntry[], isBelow = false): string[] =>
  entries.flatMap(({ file, children }) =>
    children ? pagesBelow(layout, children, isBelow || file === layout) : isBelow ? [file] : [],
  );

describe('a page of the staff area', () => {
  it('requires the permission of its route, however the URL is spelled', () => {
    expect(mayOpen('/admin-dashboard/Unapproved-Users/', permissionsOf.registrar)).toBe(true);
    expect(mayOpen('/admin-dashboard/Unapproved-Users/', permissionsOf.instructor)).toBe(false);
    expect(mayOpen('/admin-dashboard/all-tests', permissionsOf.registrar)).toBe(false);
    expect(mayOpen('/admin-dashboard/people/7', permissionsOf.registrar)).toBe(true);
    expect(mayOpen('/admin-dashboard/people/7', permissionsOf.instructor)).toBe(false);
    expect(mayOpen('/admin-dashboard', permissionsOf.instructor)).toBe(true);
    expect(mayOpen('/admin-dashboard/settings', permissionsOf.registrar)).toBe(false);
  });

  it('is refused to everybody without a known permission, and every page has one', () => {
    expect(mayOpen('/admin-dashboard/no-such-page', permissionsOf.admin)).toBe(false);
    expect(mayOpen('/admin-dashboard/settings/no-such-page', permissionsOf.admin)).toBe(false);
    const pages = pagesBelow('shell/staff-pages.tsx', routes);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages).toEqual(staffRoutes.map(({ file }) => file));
  });
});
