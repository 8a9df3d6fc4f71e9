import type { Permission } from '@fairlead/contract/permissions';
import { paths } from '../lib/paths.ts';

/** `to` is the group's own page, where it has one. */
export type MenuGroup = { title: string; to?: string; entries: { to: string; text: string; permission: Permission }[] };

/** The menu of the staff area; an entry shows to people with its permission. */
const groups: MenuGroup[] = [
  {
    title: 'Users',
    to: paths.staff.users,
    entries: [
      { to: paths.staff.unapprovedUsers, text: 'Unapproved Users', permission: 'people:approve' },
      { to: paths.staff.approvedUsers, text: 'Approved Users', permission: 'people:read' },
      { to: paths.staff.userProfiles, text: 'User Profiles', permission: 'people:read' },
    ],
  },
  {
    title: 'Courses',
    entries: [
      { to: paths.staff.courses, text: 'All Courses', permission: 'courses:read' },
      { to: paths.staff.createCourse, text: 'Create Course', permission: 'courses:edit' },
      { to: paths.staff.enrolmentRequests, text: 'User Enrollment Request', permission: 'enrolments:decide' },
    ],
  },
  {
    title: 'Training',
    entries: [
      { to: paths.staff.uploadTraining, text: 'Upload Training Video', permission: 'training:edit' },
      { to: paths.staff.allTraining, text: 'All Training Videos', permission: 'training:read' },
    ],
  },
  {
    title: 'Test',
    entries: [
      { to: paths.staff.createTest, text: 'Create Test', permission: 'tests:edit' },
      { to: paths.staff.allTests, text: 'All Tests', permission: 'tests:read' },
      { to: paths.staff.publishedTests, text: 'Published Tests', permission: 'tests:read' },
      { to: paths.staff.userResults, text: 'User Results', permission: 'results:read' },
    ],
  },
  {
    title: 'Records',
    entries: [
      { to: paths.staff.register, text: 'Certificates', permission: 'certificates:read' },
      { to: paths.staff.doubtfulPasses, text: 'Passes in Doubt', permission: 'certificates:read' },
      { to: paths.staff.audit, text: 'Audit', permission: 'audit:read' },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { to: paths.staff.settings, text: 'Academy', permission: 'settings:edit' },
      { to: paths.staff.members, text: 'Staff', permission: 'staff:manage' },
      { to: paths.staff.letters, text: 'Letters', permission: 'settings:edit' },
      { to: paths.staff.outbox, text: 'Mails and Jobs', permission: 'settings:edit' },
    ],
  },
];

/** The menu for a person with these permissions; a group without entries is left out. */
export function menuFor(permissions: readonly string[]): MenuGroup[] {
  return groups
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries.filter((one) => permissions.includes(one.permission)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Pages that are reached from other pages and not from the menu, by the beginning of their path. */
const beyondTheMenu: { below: string; permission: Permission }[] = [
  { below: paths.staff.person(''), permission: 'people:read' },
  { below: paths.staff.importUsers, permission: 'people:approve' },
];

/**
 * Whether a person with these permissions may use the staff page at a path; a page that is not listed is open to all
 * staff.
 */
export function mayOpen(pathname: string, permissions: readonly string[]): boolean {
  const address = pathname.toLowerCase().replace(/\/{1,9}$/, '');
  const entry = groups.flatMap(({ entries }) => entries).find(({ to }) => to.toLowerCase() === address);
  const needed = entry ?? beyondTheMenu.find(({ below }) => address.startsWith(below.toLowerCase()));
  return !needed || permissions.includes(needed.permission);
}
