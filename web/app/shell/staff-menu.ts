import { matchRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { type MenuEntry, menuEntries, type Queue, type StaffRoute } from '../staff-routes/staff-route.ts';
import { staffRoutes } from '../staff-routes.ts';
import type { StaffIcon } from '../ui/staff-icons.tsx';

/** How many items of each kind are pending; a kind that is unknown, or not for this person or academy, is left out. */
export type Pending = Partial<Record<Queue, number>>;

/** A page of an entry, as a tab or as a link beside the tabs; `queue` names the pending items decided on it. */
export type Tab = {
  /** The URL of the page, and the same with the query that the link asks for. */
  page: string;
  to: string;
  text: string;
  adds: boolean;
  queue: Queue | undefined;
  onlyWith: Queue | undefined;
  permission: StaffRoute['permission'];
};

/** An entry of the menu with its pages: first the tabs, then those that add something. */
export type OpenEntry = { title: MenuEntry; icon: StaffIcon; tabs: Tab[] };

const urlOf = (path: string) => (path === '' ? paths.staffHome : `${paths.staffHome}/${path}`);

const tabOf = ({ path, menu, tab, adds = false, asks, queue, onlyWith, permission }: StaffRoute): Tab => ({
  page: urlOf(path),
  to: urlOf(path) + (asks ? `?${asks}` : ''),
  text: tab ?? menu?.[1] ?? '',
  adds,
  queue,
  onlyWith,
  permission,
});

const entries = Object.entries(menuEntries).map(([title, icon]) => ({
  title: title as MenuEntry,
  icon,
  tabs: staffRoutes
    .filter(({ menu }) => menu?.[0] === title)
    .map(tabOf)
    .toSorted((a, b) => Number(a.adds) - Number(b.adds)),
}));

/** Whether the academy has a page, by the kinds of pending items that are known. */
const isThere = ({ onlyWith }: { onlyWith?: Queue | undefined }, pending: Pending) => !onlyWith || onlyWith in pending;

/** The menu for a person with these permissions: the pages that they may open; an entry without any is left out. */
export function menuFor(permissions: readonly string[], pending: Pending): OpenEntry[] {
  return entries
    .map((entry) => ({
      ...entry,
      tabs: entry.tabs.filter((tab) => permissions.includes(tab.permission) && isThere(tab, pending)),
    }))
    .filter(({ tabs }) => tabs.length > 0);
}

/** How many items are pending on these pages. */
export const pendingOn = (tabs: readonly Tab[], pending: Pending): number =>
  tabs.reduce((sum, { queue }) => sum + ((queue && pending[queue]) ?? 0), 0);

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
 * The URL of the page whose tab is marked while a page is open: its own, or that of the list to which what it shows or
 * edits belongs.
 */
export function currentTab({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const route = routeAt(pathname);
  if (!route) return undefined;
  const isEditing = route.edits && new URLSearchParams(search).has(route.edits[0]);
  return urlOf((isEditing ? route.edits?.[1] : route.of) ?? route.path);
}

/** A page that Find finds; `words` are those of its name and entry, in lower case, `others` further ones. */
export type FoundPage = {
  to: string;
  text: string;
  entry: MenuEntry;
  icon: StaffIcon;
  onlyWith: Queue | undefined;
  permission: StaffRoute['permission'];
  words: readonly string[];
  others: readonly string[];
};

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

const order = Object.keys(menuEntries);

const foundPages = staffRoutes.flatMap(
  ({ path, menu, found = menu, words = '', onlyWith, permission }): FoundPage[] => {
    if (!found) return [];
    const [entry, text, icon] = found;
    const page = { to: urlOf(path), text, entry, icon, onlyWith, permission };
    return [{ ...page, words: wordsOf(`${text} ${entry}`), others: wordsOf(words) }];
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
  const rank = ({ text, entry }: FoundPage) =>
    typedWords.length > 0 ? Number(!text.toLowerCase().startsWith(typedWords.join(' '))) : order.indexOf(entry);
  return foundPages
    .filter((page) => permissions.includes(page.permission) && isThere(page, pending) && isFound(page))
    .toSorted((a, b) => rank(a) - rank(b));
}
