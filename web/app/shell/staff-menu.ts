import { matchRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { menuGroups, type Queue, type StaffRoute } from '../staff-routes/staff-route.ts';
import { staffRoutes } from '../staff-routes.ts';
import type { StaffIcon } from '../ui/staff-icons.tsx';

/** How many items of each kind are pending; a kind that is unknown, or not for this person or academy, is left out. */
export type Pending = Partial<Record<Queue, number>>;

/** An entry of the menu; `queue` names the pending items that are decided on its page. */
export type MenuEntry = {
  to: string;
  text: string;
  icon: StaffIcon;
  queue: Queue | undefined;
  onlyWith: Queue | undefined;
  permission: StaffRoute['permission'];
};

/** `to` is the group's own page, where it has one; a group without a title is not folded. */
export type MenuGroup = { title: string; to?: string; entries: MenuEntry[] };

const urlOf = (path: string) => (path === '' ? paths.staffHome : `${paths.staffHome}/${path}`);

/** The menu of the staff area; an entry shows to people who may open its page. */
const groups = menuGroups.map((title): MenuGroup => {
  const own = staffRoutes.find(({ heads }) => heads === title);
  const entries = staffRoutes.flatMap(({ path, menu, queue, onlyWith, permission }) =>
    menu?.[0] === title ? [{ to: urlOf(path), text: menu[1], icon: menu[2], queue, onlyWith, permission }] : [],
  );
  return { title, ...(own && { to: urlOf(own.path) }), entries };
});

/** Whether the academy has a page, by the kinds of pending items that are known. */
const isThere = ({ onlyWith }: { onlyWith?: Queue | undefined }, pending: Pending) => !onlyWith || onlyWith in pending;

/** The menu for a person with these permissions; a group without entries is left out. */
export function menuFor(permissions: readonly string[], pending: Pending): MenuGroup[] {
  return groups
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries.filter((entry) => permissions.includes(entry.permission) && isThere(entry, pending)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function routeAt(pathname: string): StaffRoute | undefined {
  const [match] = matchRoutes([...staffRoutes], pathname, paths.staffHome) ?? [];
  return match?.route;
}

/**
 * Whether a person with these permissions may open the staff page at a path, in any spelling that leads to it; a query
 * is ignored. Nobody may open a page that has no permission in `staffRoutes`.
 */
export function mayOpen(path: string, permissions: readonly string[]): boolean {
  const route = routeAt(path.split('?', 1)[0] ?? '');
  return route !== undefined && permissions.includes(route.permission);
}

/**
 * The URL of the page whose entry is marked in the menu while a page is open: its own, or that of the list to which
 * what it shows or edits belongs.
 */
export function currentEntry({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const route = routeAt(pathname);
  if (!route) return undefined;
  const isEditing = route.edits && new URLSearchParams(search).has(route.edits[0]);
  return urlOf((isEditing ? route.edits?.[1] : route.of) ?? route.path);
}

/** A page that Find finds; `words` are those of its name and group, in lower case, `others` further ones. */
export type FoundPage = {
  to: string;
  text: string;
  group: (typeof menuGroups)[number];
  icon: StaffIcon;
  onlyWith: Queue | undefined;
  permission: StaffRoute['permission'];
  words: readonly string[];
  others: readonly string[];
};

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

const foundPages = staffRoutes.flatMap(
  ({ path, menu, found = menu, words = '', onlyWith, permission }): FoundPage[] => {
    if (!found) return [];
    const [group, text, icon] = found;
    const page = { to: urlOf(path), text, group, icon, onlyWith, permission };
    return [{ ...page, words: wordsOf(`${text} ${group}`), others: wordsOf(words) }];
  },
);

/** From how many letters the other words of a page count; with fewer, a page would stand before many a person. */
const fewestOfOthers = 3;

const beginsAny = (words: readonly string[], start: string) => words.some((word) => word.startsWith(start));

/**
 * The pages that a person with these permissions may open, and whose words begin with those typed; those whose name
 * does come first. Without a text, all of them in the order of the menu.
 */
export function findPages(typed: string, permissions: readonly string[], pending: Pending): FoundPage[] {
  const typedWords = wordsOf(typed);
  const isFound = ({ words, others }: FoundPage) =>
    typedWords.every((one) => beginsAny(words, one) || (one.length >= fewestOfOthers && beginsAny(others, one)));
  const rank = ({ text, group }: FoundPage) =>
    typedWords.length > 0 ? Number(!text.toLowerCase().startsWith(typedWords.join(' '))) : menuGroups.indexOf(group);
  return foundPages
    .filter((page) => permissions.includes(page.permission) && isThere(page, pending) && isFound(page))
    .toSorted((a, b) => rank(a) - rank(b));
}
