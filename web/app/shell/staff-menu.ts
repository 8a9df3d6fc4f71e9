import { matchRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { staffRoutes } from '../staff-routes.ts';

/** `to` is the group's own page, where it has one. */
export type MenuGroup = { title: string; to?: string; entries: { to: string; text: string }[] };

/** The menu of the staff area; an entry shows to people who may open its page. */
const groups: MenuGroup[] = [
  {
    title: 'Users',
    to: paths.staff.users,
    entries: [
      { to: paths.staff.unapprovedUsers, text: 'Unapproved Users' },
      { to: paths.staff.approvedUsers, text: 'Approved Users' },
      { to: paths.staff.userProfiles, text: 'User Profiles' },
    ],
  },
  {
    title: 'Courses',
    entries: [
      { to: paths.staff.courses, text: 'All Courses' },
      { to: paths.staff.createCourse, text: 'Create Course' },
      { to: paths.staff.enrolmentRequests, text: 'User Enrollment Request' },
    ],
  },
  {
    title: 'Training',
    entries: [
      { to: paths.staff.uploadTraining, text: 'Upload Training Video' },
      { to: paths.staff.allTraining, text: 'All Training Videos' },
    ],
  },
  {
    title: 'Test',
    entries: [
      { to: paths.staff.createTest, text: 'Create Test' },
      { to: paths.staff.allTests, text: 'All Tests' },
      { to: paths.staff.publishedTests, text: 'Published Tests' },
      { to: paths.staff.userResults, text: 'User Results' },
    ],
  },
  {
    title: 'Records',
    entries: [
      { to: paths.staff.register, text: 'Certificates' },
      { to: paths.staff.resultsUnderReview, text: 'Passes in Doubt' },
      { to: paths.staff.audit, text: 'Audit' },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { to: paths.staff.settings, text: 'Academy' },
      { to: paths.staff.members, text: 'Staff' },
      { to: paths.staff.emailTemplates, text: 'Letters' },
      { to: paths.staff.outbox, text: 'Mails and Jobs' },
    ],
  },
];

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
