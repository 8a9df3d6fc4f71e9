import { BadgeIcon, FilmIcon, HelmIcon, icon, MailIcon, UploadIcon } from './icons.tsx';
import { BookIcon, SettingsIcon, UserIcon } from './more-icons.tsx';

/** The icons of the staff area's pages, by what the page is about; those that no public page shows are only here. */
export const staffIcons = {
  overview: icon('M4 4h7v9H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 16h7v4H4z'),
  user: UserIcon,
  newUser: icon('M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2.5 21c0-4 3-6 7.5-6 1.5 0 2.9.2 4 .7M18 14v7M14.5 17.500h7'),
  approvedUser: icon(
    'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2.5 21c0-4 3-6 7.5-6 1.2 0 2.3.2 3.3.5M15 18.500l2.5 2.5 4.5-5',
  ),
  profile: icon(
    'M3 5h18v14H3zM8.5 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5.5 16c0-1.6 1.3-2.3 3-2.300s3 .7 3 2.300M14.5 10H18M14.5 14H18',
  ),
  document: icon('M6 3h9l4 4v14H6V3ZM14.500 3v4.500H19M9.500 14l2 2 4-4.500'),
  expiry: icon('M6 3h9l4 4v14H6V3ZM14.500 3v4.500H19M12.500 11v3.500l2 1.500'),
  import: UploadIcon,
  fitToJoin: icon('M3 15h18l-2.500 5.500h-13L3 15ZM8 15V9h8v6M9 5.500l2.200 2.200L15 3.500'),
  course: BookIcon,
  newCourse: icon(
    'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5v-15ZM4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3M12 7v7M8.5 10.500h7',
  ),
  batch: icon('M4 6h16v14H4zM4 10.500h16M8.5 3v5M15.5 3v5M8 14h3M13.5 14H16M8 17h3'),
  request: icon('M4 13 7 5h10l3 8v6H4v-6ZM4 13h5l1 2.500h4l1-2.500h5'),
  upload: icon('M12 15V5M8 9l4-4 4 4M3 14v5h18v-5'),
  film: FilmIcon,
  aboard: icon('M3 13h18l-2.500 6.500h-13L3 13ZM7 13V7h8l3 6M11 7V3.500'),
  ship: icon('M3 14l9-3 9 3-2 6H5l-2-6ZM6 13V8h12v5M12 8V4M9 4h6'),
  newTest: icon('M14 3H6v18h12V7l-4-4ZM14 3v4h4M12 11v6M9 14h6'),
  test: icon('M8 5H5v16h14V5h-3M8 3h8v4H8V3ZM8.5 12h7M8.5 16h7'),
  publishedTest: icon('M4 10v4h3l8 5V5l-8 5H4ZM8 14.500V20h3v-3.500M18.5 9a4 4 0 0 1 0 6'),
  results: icon('M4 4v16h16M8.5 16v-4M13 16V8M17.5 16v-6'),
  certificate: BadgeIcon,
  review: icon('M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.500h5L5 7ZM19 7l-2.5 6.500h5L19 7Z'),
  fee: icon('M6 4h12M6 8.500h12M6 4h3.500c5.500 0 5.500 9 0 9H6l8.500 7.500'),
  proof: icon('M6 3h12v18l-3-2-3 2-3-2-3 2V3ZM9 11l2.200 2.200L15.500 9'),
  payment: icon('M3 6h18v12H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM6.500 9v.1M17.500 15v.1'),
  invoice: icon('M6 3h12v18l-3-2-3 2-3-2-3 2V3ZM9 8h6M9 12h6'),
  takings: icon('M4 9h16v11H4zM7 9V4h10v5M8 13h.1M12 13h.1M16 13h.1M8 16.500h8'),
  pack: icon('M4 8h16v12H4zM3 4h18v4H3zM9 13.500l2 2 4-4'),
  audit: icon('M4 12a8 8 0 1 0 2.5-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 2'),
  settings: SettingsIcon,
  staff: HelmIcon,
  message: icon('M4 5h16v11H10l-4 4v-4H4ZM8 9h8M8 12.500h5'),
  mail: MailIcon,
  outbox: icon('M21 3 3 10l7 3.500L13.5 21 21 3ZM10 13.5 14 9.5'),
  website: icon(
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3Z',
  ),
};

export type StaffIcon = keyof typeof staffIcons;
