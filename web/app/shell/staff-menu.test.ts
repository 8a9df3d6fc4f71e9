import { permissionsOf } from '@fairlead/contract/permissions';
import { describe, expect, it } from 'vitest';
import { mayOpen, menuFor } from './staff-menu.ts';

const titles = (permissions: readonly string[]) => menuFor(permissions).map(({ title }) => title);

describe("the staff's menu", () => {
  // shows: admin/menu-users, admin/menu-courses, admin/menu-training, admin/menu-test
  it('shows an administrator everything', () => {
    expect(titles(permissionsOf.admin)).toEqual(['Users', 'Courses', 'Training', 'Test', 'Records', 'Settings']);
    expect(menuFor(permissionsOf.admin).flatMap(({ entries }) => entries)).toHaveLength(19);
  });

  it('leaves out what a role may not use, and a group of which nothing is left', () => {
    expect(titles(permissionsOf.instructor)).toEqual(['Courses', 'Training', 'Test']);
    expect(titles(permissionsOf.registrar)).toEqual(['Users', 'Courses', 'Records']);
    expect(titles(permissionsOf.learner)).toEqual([]);
  });

  it('opens a page by the permission that its entry asks for, however the address is spelt', () => {
    expect(mayOpen('/admin-dashboard/Unapproved-Users/', permissionsOf.registrar)).toBe(true);
    expect(mayOpen('/admin-dashboard/Unapproved-Users/', permissionsOf.instructor)).toBe(false);
    expect(mayOpen('/admin-dashboard/all-tests', permissionsOf.registrar)).toBe(false);
    expect(mayOpen('/admin-dashboard', permissionsOf.instructor)).toBe(true);
    expect(mayOpen('/admin-dashboard/settings', permissionsOf.registrar)).toBe(false);
  });
});
