import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ArrowRightIcon } from '../../ui/icons.tsx';

/** The six course titles of the home page: fixed, independent of the catalogue. */
export const featuredTitles = [
  'Hydrogen Sulphide',
  'Helicopter Landing Assistance',
  'Food Handling',
  'TEST COURSE',
  'Hazardous Material Transportation',
  'HAZMAT',
] as const;

/** Line drawings with a view box of 120 by 80, one per title. */
const drawings: Record<(typeof featuredTitles)[number], ReactNode> = {
  'Hydrogen Sulphide': (
    <>
      <path d="M42 50 57 36M78 50 63 36" />
      <circle cx="60" cy="32" r="14" className="fill-buoy" stroke="none" />
      <circle cx="36" cy="54" r="9" />
      <circle cx="84" cy="54" r="9" />
      <path d="M16 22c5-4 10-4 15 0M90 18c5-4 10-4 15 0M94 28c3-2.5 6-2.5 9 0" />
    </>
  ),
  'Helicopter Landing Assistance': (
    <>
      <path d="M18 14h76M56 14v9" />
      <path d="M36 40c0-10 8-17 20-17h8c11 0 17 8 17 17s-6 10-14 10H46c-6 0-10-4-10-10Z" />
      <path d="M36 36H14l-4-9M62 23v14h19" />
      <path d="M44 58h36M50 50v8M70 50v8" />
      <path d="M50 66h24l6 10H44Z" className="fill-buoy" stroke="none" />
    </>
  ),
  'Food Handling': (
    <>
      <path d="M44 46V30a12 12 0 0 1 8-20 14 14 0 0 1 24 4 11 11 0 0 1 4 18v14Z" />
      <path d="M44 46h36v12H44Z" className="fill-buoy" stroke="none" />
      <path d="M54 46V34M62 46V34M70 46V34M26 70h68" />
    </>
  ),
  'TEST COURSE': (
    <>
      <path d="M40 8h40v64H40Z" />
      <path d="M50 4h20v9H50Z" className="fill-buoy" stroke="none" />
      <path d="m47 28 4 4 7-8M47 44l4 4 7-8M47 60l4 4 7-8M64 30h10M64 46h10M64 62h10" />
    </>
  ),
  'Hazardous Material Transportation': (
    <>
      <path d="M12 54h96l-9 18H23Z" />
      <path d="M26 54V34h22v20M50 54V34h22v20M74 54V24h18v30" />
      <path d="m61 4 12 12-12 12-12-12Z" className="fill-buoy" stroke="none" />
      <path d="M8 78c6-4 11-4 17 0s11 4 17 0 11-4 17 0 11 4 17 0 11-4 17 0 11 4 17 0" />
    </>
  ),
  HAZMAT: (
    <>
      <path d="m60 4 36 36-36 36-36-36Z" />
      <path
        d="M60 18c10 9 13 15 13 23a13 13 0 0 1-26 0c0-5 3-9 6-11 0 4 2 6 4 6 1-6 0-11 3-18Z"
        className="fill-buoy"
        stroke="none"
      />
      <path d="M46 62h28" />
    </>
  ),
};

/** The featured courses. Each links to its course when the catalogue has one, otherwise to the catalogue. */
export function FeaturedCourses({ linkOf }: { linkOf: (title: string) => string }) {
  return (
    <ul className="grid justify-center gap-6 md:grid-cols-[repeat(auto-fit,350px)]">
      {featuredTitles.map((title) => (
        <li key={title}>
          <Link
            to={linkOf(title)}
            className="on-navy group flex flex-col overflow-hidden rounded-lg bg-navy text-on-navy shadow-card md:h-[300px] md:w-[350px]"
          >
            <svg
              viewBox="0 0 120 80"
              fill="none"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
              className="h-32 w-full flex-1 bg-shoal stroke-on-navy p-5 md:p-7"
            >
              {drawings[title]}
            </svg>
            <span className="flex min-h-16 md:min-h-20 items-center justify-between gap-4 px-5 py-3 text-lg leading-snug font-semibold">
              <span className="group-hover:underline">{title}</span>
              <ArrowRightIcon className="text-buoy" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
