import type { Overview } from '@fairlead/contract/overview/calls';
import type { Permission } from '@fairlead/contract/platform/permissions';
import type { StaffIcon } from '../ui/staff-icons.tsx';

/** The entries of the staff's menu, in its order. Each opens the first of its pages; the others are tabs above it. */
export const menuEntries = {
  Overview: 'overview',
  Messages: 'message',
  People: 'user',
  Documents: 'document',
  'Fit to Join': 'fitToJoin',
  Courses: 'course',
  Batches: 'batch',
  Requests: 'request',
  Money: 'payment',
  Training: 'film',
  Tests: 'test',
  Certificates: 'certificate',
  Records: 'audit',
  Settings: 'settings',
} as const satisfies Record<string, StaffIcon>;
export type MenuEntry = keyof typeof menuEntries;

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
  /**
   * Its title below an entry of the menu, where it is a tab; the tabs of an entry are in the order of `staffRoutes`.
   */
  menu?: readonly [entry: MenuEntry, title: string, icon: StaffIcon];
  /** The text of the tab, where the title is long. */
  tab?: string;
  /** Whether it adds to what the tabs list: its link stands beside them. */
  adds?: boolean;
  /** The query with which the tab opens the page. */
  asks?: string;
  /** The pending items that are decided here; their number stands beside the tab and its entry. */
  queue?: Queue;
  /** The pending items that are counted only where the academy has this page: it has no page of fees without fees. */
  onlyWith?: Queue;
  /** The path of the list whose tab is marked while this page is open, for a page without a tab of its own. */
  of?: string;
  /** The same while the page edits something: when this parameter is in its URL. */
  edits?: readonly [parameter: string, of: string];
  /** Further words by which Find finds the page: what people would call it. */
  words?: string;
  /** What stands for a page without a tab where Find finds it; without it, such a page is not found. */
  found?: StaffRoute['menu'];
};
