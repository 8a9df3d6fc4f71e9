import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';

/** A tile of the home page: a course and where it leads, which is Contact where nothing is said. */
export type Tile = { title: string; to?: string; picture?: { url: string } | null };

/** The featured courses. */
export const FeaturedCourses = ({ tiles }: { tiles: readonly Tile[] }) => (
  <ul className="grid justify-center gap-6 md:grid-cols-[repeat(auto-fit,350px)]">
    {tiles.map(({ title, to, picture }) => (
      <li key={title + to}>
        <Link
          to={to ?? paths.contactAbout(title)}
          className="on-navy group flex flex-col overflow-hidden rounded-lg bg-navy text-on-navy shadow-card md:h-[300px] md:w-[350px]"
        >
          <CoursePicture title={title} picture={picture} className="h-44 md:h-auto md:min-h-0 md:flex-1" />
          <span className="flex min-h-16 items-center justify-between gap-4 px-5 py-3 text-lg leading-snug font-semibold md:min-h-20">
            <span className="group-hover:underline">{title}</span>
            <ArrowRightIcon className="text-buoy" />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
