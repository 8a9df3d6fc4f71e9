import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type IconProps = Omit<ComponentProps<'svg'>, 'children'>;

/** An icon drawn with lines on a 24 × 24 grid; hidden from screen readers, which read the button or text next to it. */
export function icon(path: string) {
  return ({ className, ...rest }: IconProps) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('icon', className)}
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}

export const ArrowRightIcon = icon('M5 12h14M13 6l6 6-6 6');
export const BadgeIcon = icon('M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM9 13.5 8 21l4-2 4 2-1-7.5');
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7');
export const ChevronDownIcon = icon('m6 9 6 6 6-6');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const CompassIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM15.5 8.5l-2 5-5 2 2-5 5-2Z');
export const DocumentIcon = icon('M14 3H6v18h12V7l-4-4ZM14 3v4h4M9 12h6M9 16h6');
export const FilmIcon = icon('M3 5h18v14H3zM10 9v6l5-3-5-3Z');
export const HelmIcon = icon(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 8V2.5M12 21.5V16M8 12H2.5M21.5 12H16M9.200 9.200 5.300 5.300M18.700 18.700l-3.900-3.900M9.200 14.800l-3.900 3.900M18.700 5.300l-3.900 3.900',
);
export const InfoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 7.800v.1');
export const MailIcon = icon('M3 6h18v12H3zM3 7l9 7 9-7');
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const PhoneIcon = icon(
  'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2Z',
);
export const PinIcon = icon(
  'M12 21c4-4.5 7-8 7-11.5a7 7 0 0 0-14 0C5 13 8 16.5 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
);
export const SearchIcon = icon('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5');
export const UploadIcon = icon('M12 16V4M7 9l5-5 5 5M4 16v4h16v-4');
export const WarningIcon = icon('M12 4 2.5 20h19L12 4ZM12 10v4.5M12 17.300v.1');
