import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { CoursePicture } from '../../ui/course-picture.tsx';
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

/** The courses of the catalogue that have one of these titles. */
export type Featured = Partial<Record<string, { id: string; picture: string | null }>>;

/**
 * The featured courses. Each links to its course and shows its cover when the catalogue has one, otherwise it links to
 * the catalogue.
 */
export function FeaturedCourses({ courses }: { courses: Featured }) {
  return (
    <ul className="grid justify-center gap-6 md:grid-cols-[repeat(auto-fit,350px)]">
      {featuredTitles.map((title) => {
        const course = courses[title];
        return (
          <li key={title}>
            <Link
              to={course ? paths.course(course.id) : paths.courses}
              className="on-navy group flex flex-col overflow-hidden rounded-lg bg-navy text-on-navy shadow-card md:h-[300px] md:w-[350px]"
            >
              <CoursePicture
                title={title}
                picture={course?.picture ? { url: course.picture } : null}
                className="h-44 md:h-auto md:min-h-0 md:flex-1"
              />
              <span className="flex min-h-16 items-center justify-between gap-4 px-5 py-3 text-lg leading-snug font-semibold md:min-h-20">
                <span className="group-hover:underline">{title}</span>
                <ArrowRightIcon className="text-buoy" />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
