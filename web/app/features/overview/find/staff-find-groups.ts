import { groupBy } from '../../../lib/group-by.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { findPages, mayOpen, type Pending } from '../../../shell/staff-menu.ts';
import type { StaffIcon } from '../../../ui/staff-icons.tsx';
import { roleNames } from '../../accounts/role-names.ts';
import type { Found } from './staff-find-api.ts';

/** Something that Find has found: a link; `icon` is 'more' for the list with all that match. */
export type Option = {
  key: string;
  to: string;
  icon: StaffIcon | 'more';
  title: string;
  detail?: string;
  /** The state of a certificate, course, test or result, shown as its badge. */
  status?: string | undefined;
  /** Whether it belongs to the text that is typed now, and not to one before. */
  isCurrent: boolean;
};

export type FoundGroup = { title: string; isCurrent: boolean; options: Option[] };

/** The most pages shown once something is typed. */
const mostPages = 5;

/** The pages and actions that a text finds; without a text, all of them by the entries of the menu. */
export function pageGroups(typed: string, permissions: readonly string[], pending: Pending): FoundGroup[] {
  const pages = findPages(typed, permissions, pending);
  const optionOf = ({ to, text, entry, icon }: (typeof pages)[number], detail: boolean): Option => ({
    key: `page:${to}`,
    to,
    icon,
    title: text,
    isCurrent: true,
    ...(detail && { detail: entry }),
  });
  if (typed.trim() !== '') {
    const options = pages.slice(0, mostPages).map((page) => optionOf(page, true));
    return options.length > 0 ? [{ title: 'Pages and actions', isCurrent: true, options }] : [];
  }
  return [...groupBy(pages, ({ entry }) => entry)].map(([title, own]) => ({
    title,
    isCurrent: true,
    options: own.map((page) => optionOf(page, false)),
  }));
}

type Kind = { [K in keyof Found]: readonly [kind: K, title: string, list: string, listName: string] }[keyof Found];

/** The kinds in the order in which they are shown, with the list that shows all of them. */
const kinds: readonly Kind[] = [
  ['people', 'People', staffPaths.approvedUsers, 'Approved Users'],
  ['registrations', 'Unapproved users', staffPaths.unapprovedUsers, 'Unapproved Users'],
  ['requests', 'Enrollment requests', staffPaths.enrolmentRequests, 'User Enrollment Request'],
  ['certificates', 'Certificates', staffPaths.register, 'Certificates'],
  ['courses', 'Courses', staffPaths.courses, 'All Courses'],
  ['tests', 'Tests', staffPaths.allTests, 'All Tests'],
  ['results', 'Test results', staffPaths.userResults, 'User Results'],
  ['films', 'Training videos and packages', staffPaths.allTraining, 'All Training Videos'],
  ['messages', 'Messages', staffPaths.messages, 'Messages'],
  ['staff', 'Staff', staffPaths.members, 'Staff'],
];

type Context = {
  /** The text that was searched for. */
  text: string;
  isCurrent: boolean;
  permissions: readonly string[];
};

/** What the server has found, by kind; kinds without a match, and those that the reader may not open, are left out. */
export function foundGroups(found: Found, { text, isCurrent, permissions }: Context): FoundGroup[] {
  const options = optionsOf(found);
  return kinds.flatMap(([kind, title, list, listName]) => {
    const own = options[kind].filter(({ to }) => mayOpen(to, permissions));
    if (own.length === 0) return [];
    const more = found[kind]?.hasMore && mayOpen(list, permissions);
    const all = { to: staffPaths.searched(list, text), icon: 'more' as const, title: `All matches in ${listName}` };
    return [
      {
        title,
        isCurrent,
        options: [...own, ...(more ? [{ key: 'all', ...all }] : [])].map((option) => ({
          ...option,
          key: `${kind}:${option.key}`,
          isCurrent,
        })),
      },
    ];
  });
}

type Bare = Omit<Option, 'isCurrent'>;

function optionsOf(found: Found): Record<keyof Found, Bare[]> {
  const staff = staffPaths;
  return {
    people: (found.people?.items ?? []).map(({ id, name, email, documentNumber }) => ({
      key: id,
      to: staff.person(id),
      icon: 'user' as const,
      title: name,
      detail: documentNumber ? `${documentNumber} · ${email}` : email,
    })),
    registrations: (found.registrations?.items ?? []).map(({ id, name, email }) => ({
      key: id,
      to: staff.searched(staff.unapprovedUsers, email),
      icon: 'newUser' as const,
      title: name,
      detail: email,
    })),
    requests: (found.requests?.items ?? []).map(({ id, name, email, courseTitle }) => ({
      key: id,
      to: staff.searched(staff.enrolmentRequests, email),
      icon: 'request' as const,
      title: name,
      detail: courseTitle,
    })),
    certificates: (found.certificates?.items ?? []).map(({ id, certificateNumber, name, courseTitle, status }) => ({
      key: id,
      to: staff.registerOf(certificateNumber),
      icon: 'certificate' as const,
      title: certificateNumber,
      detail: `${name} · ${courseTitle}`,
      status,
    })),
    courses: (found.courses?.items ?? []).map(({ id, title, category, isActive, isDraft }) => ({
      key: id,
      to: staff.course(id),
      icon: 'course' as const,
      title,
      detail: category,
      status: isActive ? undefined : isDraft ? 'draft' : 'inactive',
    })),
    tests: (found.tests?.items ?? []).map(({ id, title, courseTitle, isPublished }) => ({
      key: id,
      to: staff.testAnalysis(id),
      icon: 'test' as const,
      title,
      detail: courseTitle,
      status: isPublished ? undefined : 'unpublished',
    })),
    results: (found.results?.items ?? []).map(({ id, name, courseTitle, passed }) => ({
      key: id,
      to: staff.userResult(id),
      icon: 'results' as const,
      title: name,
      detail: courseTitle,
      status: passed ? 'passed' : 'failed',
    })),
    films: (found.films?.items ?? []).map(({ id, title, courseId, courseTitle }) => ({
      key: id,
      to: staff.course(courseId),
      icon: 'film' as const,
      title,
      detail: courseTitle,
    })),
    messages: (found.messages?.items ?? []).map(({ id, name, email }) => ({
      key: id,
      to: staff.message(id),
      icon: 'message' as const,
      title: name,
      detail: email,
    })),
    staff: (found.staff?.items ?? []).map(({ id, name, email, role }) => ({
      key: id,
      to: staff.person(id),
      icon: 'staff' as const,
      title: name,
      detail: `${roleNames[role]} · ${email}`,
    })),
  };
}
