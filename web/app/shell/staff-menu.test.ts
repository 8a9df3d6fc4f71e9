import { permissionsOf } from '@fairlead/contract/platform/permissions';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import routes from '../routes.ts';
import { menuEntries } from '../staff-routes/staff-route.ts';
import { staffRoutes } from '../staff-routes.ts';
import { currentTab, findPages, mayOpen, menuFor, type Pending } from './staff-menu.ts';

const withFees = { paymentProofs: 0 };
const tabsOf = (entry: string, permissions: readonly string[] = permissionsOf.admin) =>
  menuFor(permissions, withFees)
    .find(({ title }) => title === entry)
    ?.tabs.map(({ text }) => text);
const titles = (permissions: readonly string[], pending: Pending = withFees) =>
  menuFor(permissions, pending).map(({ title }) => title);

describe("the staff's menu", () => {
  // shows: admin/menu-users, admin/menu-courses, admin/menu-training, admin/menu-test
  it('shows an administrator everything', () => {
    expect(titles(permissionsOf.admin)).toEqual(Object.keys(menuEntries));
    const pages = menuFor(permissionsOf.admin, withFees).flatMap(({ tabs }) => tabs.map(({ page }) => page));
    expect(pages.sort()).toEqual(
      staffRoutes.flatMap(({ path, menu }) => (menu ? `/admin-dashboard${path && `/${path}`}` : [])).sort(),
    );
    expect(tabsOf('People')).toEqual([
      'Unapproved Users',
      'Approved Users',
      'User Profiles',
      'Ships',
      'Import or add',
      'Counter',
    ]);
    expect(tabsOf('Courses')).toEqual(['All Courses', 'Categories', 'Create Course']);
    expect(tabsOf('Requests')).toEqual(['User Enrollment Request']);
    expect(tabsOf('Money')).toEqual(['To pay', 'Ageing', 'Unpaid', 'Proofs', 'Payments', 'Invoices', 'Day']);
    expect(tabsOf('Training')).toEqual(['All Training Videos', 'Courses Aboard', 'Upload Training Video']);
    expect(tabsOf('Tests')).toEqual(['All Tests', 'Published Tests', 'User Results', 'Create Test']);
  });

  it('leaves out what a role may not use, and groups that become empty', () => {
    expect(titles(permissionsOf.instructor)).toEqual(['Overview', 'Courses', 'Batches', 'Training', 'Tests']);
    const ofOffice = ['Overview', 'Messages', 'People', 'Documents', 'Fit to Join', 'Courses', 'Batches', 'Requests'];
    expect(titles(permissionsOf.registrar)).toEqual([...ofOffice, 'Money', 'Certificates']);
    expect(titles(permissionsOf.learner)).toEqual([]);
    expect(tabsOf('Courses', permissionsOf.registrar)).toEqual(['All Courses']);
    expect(tabsOf('Batches', permissionsOf.instructor)).toEqual(['Batches', 'Calendar']);
  });

  it('has nothing of fees in an academy that records none', () => {
    expect(titles(permissionsOf.registrar, {})).not.toContain('Money');
    expect(findPages('invoices', permissionsOf.admin, {})).toEqual([]);
  });
});

describe('the marked tab', () => {
  const at = (pathname: string, search = '') =>
    currentTab({ pathname: `/admin-dashboard${pathname}`, search })?.replace('/admin-dashboard', '');

  it.each([
    ['', '', ''],
    ['/Courses/', '', '/courses'],
    ['/create-course', '', '/create-course'],
    ['/create-course', '?course=7', '/courses'],
    ['/courses/7', '', '/courses'],
    ['/test-form', '', '/test-form'],
    ['/test-form', '?test=7', '/All-tests'],
    ['/test-form', '?course=7', '/test-form'],
    ['/All-tests/7/keys', '?change=3', '/All-tests'],
    ['/people/7', '', '/approved-users'],
    ['/import-users/7', '', '/import-users'],
    ['/create-batch', '?batch=7', '/batches'],
    ['/checklists/7', '', '/checklists'],
    ['/user-results/7', '', '/user-results'],
    ['/watching/7', '', '/All-training-video'],
    ['/users', '', '/unapproved-users'],
    ['/no-such-page', '', undefined],
  ])('of %s%s is %s', (pathname, search, entry) => {
    expect(at(pathname, search)).toBe(entry);
  });

  it('exists for every page but the account', () => {
    const pages: unknown[] = menuFor(permissionsOf.admin, withFees).flatMap(({ tabs }) => tabs.map(({ page }) => page));
    const unmarked = staffRoutes.filter(
      ({ path }) => !pages.includes(currentTab({ pathname: `/admin-dashboard/${path}`, search: '' })),
    );
    expect(unmarked.map(({ path }) => path)).toEqual(['account']);
  });
});

describe('the pages that Find finds', () => {
  const found = (typed: string, permissions: readonly string[] = permissionsOf.admin) =>
    findPages(typed, permissions, withFees).map(({ text }) => text);

  it.each([
    ['add course', ['Create Course']],
    ['add batch', ['Create Batch']],
    ['SETTINGS', ['All Settings', 'Staff', 'Email Templates', 'Document Kinds', 'Failed Deliveries']],
    ['audit', ['Audit']],
    ['failed del', ['Failed Deliveries']],
    ['import', ['Import Users']],
    ['your acc', ['Your account']],
    ['dit', []],
    ['qu', []],
    ['invoice', ['Invoices', 'Unpaid Invoices']],
    ['que', ['Requests one by one', 'Create Test', 'All Tests']],
    ['.*', []],
  ])('by %s are %j', (typed, pages) => {
    expect(found(typed)).toEqual(pages);
  });

  it('begin with those whose name begins so', () => {
    expect(found('test')[0]).toBe('Create Test');
    expect(found('user')[0]).toBe('User Profiles');
  });

  it('are those that the person may open', () => {
    expect(found('settings', permissionsOf.registrar)).toEqual([]);
    expect(found('', permissionsOf.instructor)).not.toContain('Approved Users');
    expect(found('', permissionsOf.instructor)).toContain('Create Course');
    expect(found('', permissionsOf.admin)[0]).toBe('Overview');
    expect(found('', permissionsOf.learner)).toEqual([]);
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
