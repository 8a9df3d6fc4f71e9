import { icon } from './icons.tsx';

// Icons that are not on the usual public pages. They are apart from icons.tsx since every page loads that one whole.

export const AnchorIcon = icon(
  'M12 7v14M9 10h6M12 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4 13c0 5 3.5 8 8 8s8-3 8-8M4 13l-1.5 2M4 13l2 1.5M20 13l1.5 2M20 13l-2 1.5',
);
export const ArrowLeftIcon = icon('M19 12H5M11 6l-6 6 6 6');
export const ArrowDownIcon = icon('M12 5v14M6 13l6 6 6-6');
export const ArrowUpIcon = icon('M12 19V5M6 11l6-6 6 6');
export const BookIcon = icon(
  'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5v-15ZM4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3',
);
export const CalendarIcon = icon('M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M9 15h6');
export const DownloadIcon = icon('M12 4v12M7 11l5 5 5-5M4 16v4h16v-4');
export const EditIcon = icon('M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4');
export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4');
export const GripIcon = icon('M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1');
export const KeyboardIcon = icon('M3 6h18v12H3zM7 10v.1M11 10v.1M15 10v.1M7.5 14h9');
export const LockIcon = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3');
export const LogoutIcon = icon('M10 4H5v16h5M15 8l4 4-4 4M19 12H9');
export const MoreIcon = icon('M5 12v.1M12 12v.1M19 12v.1');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const MinusIcon = icon('M5 12h14');
export const RotateIcon = icon('M19 5v5h-5M19 10a7.500 7.500 0 1 0 .5 4.500');
export const SettingsIcon = icon(
  'M4 7h9M17 7h3M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4 17h3M11 17h9M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
);
export const ShareIcon = icon('M12 15V3M8 7l4-4 4 4M7 11H5v10h14V11h-2');
export const TrashIcon = icon('M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6');
export const UserIcon = icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.5-6 8-6s8 2 8 6');
export const UsersIcon = icon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18.5 15c2.200.8 3.5 2.5 3.5 5',
);
