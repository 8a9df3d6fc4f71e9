import type { Overview } from '@fairlead/contract/overview/calls';
import type { Permission } from '@fairlead/contract/platform/permissions';
import type { StaffIcon } from '../ui/staff-icons.tsx';

/** The groups of the staff's menu, in its order; the entries of the first one stand above the titles. */
export const menuGroups = ['', 'Users', 'Courses', 'Fees', 'Training', 'Test', 'Records', 'Settings'] as const;
type Group = (typeof menuGroups)[number];

/** The kinds of pending items that are counted. */
export type Queue = {
  [Kind in keyof Overview]: NonNullable<Overview[Kind]> extends { count: number } ? Kind : never;
}[keyof Overview];

/** A page of the staff area: its path below /admin-dashboard, the permission that opens it, and its file. */
export type StaffRoute = {
  path: string;
  permission: Permission;
  file: string;
  id?: string;
  /** Its entry in the menu; the entries of a group are in the order of `staffRoutes`. */
  menu?: readonly [group: Group, text: string, icon: StaffIcon];
  /** The pending items that are decided here; their number stands beside the entry. */
  queue?: Queue;
  /** The pending items that are counted only where the academy has this page: it has no page of fees without fees. */
  onlyWith?: Queue;
  /** The path of the list whose entry is marked while this page is open, for a page without an entry of its own. */
  of?: string;
  /** The same while the page edits something: when this parameter is in its URL. */
  edits?: readonly [parameter: string, of: string];
  /** Further words by which Find finds the page: what people would call it. */
  words?: string;
  /** What stands for a page without an entry in the menu where Find finds it; without it, such a page is not found. */
  found?: StaffRoute['menu'];
  /** The group of the menu that has this page as its own. */
  heads?: Group;
};
