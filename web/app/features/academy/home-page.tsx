import { noTexts, publicTexts } from '@fairlead/contract/academy/public-texts';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { formatDate } from '@fairlead/contract/values/dates';
import { isRouteErrorResponse } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { formatDays } from '../../lib/format/dates.ts';
import { brandIn, presented } from '../../lib/pages/page-meta.ts';
import { asVisitor, pageRequest, readOr } from '../../lib/pages/page-request.ts';
import { organisationOf, structured } from '../../lib/pages/structured-data.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { BadgeIcon, CompassIcon, HelmIcon } from '../../ui/icons.tsx';
import { Card, Width } from '../../ui/layout.tsx';
import type { Route } from './+types/home-page.ts';
import { type DatedLines, DatedPart } from './dated-lines.tsx';
import { FeaturedCourses, type Tile } from './featured-courses.tsx';
import { HeroDrawing } from './hero-drawing.tsx';
import { Recognition } from './recognition.tsx';
import { startingTexts } from './starting-texts.ts';
import { VerifyBand } from './verify-band.tsx';

/** The six titles with which the home page begins, independent of the catalogue. */
const startingTitles = [
  'Hydrogen Sulphide',
  'Helicopter Landing Assistance',
  'Food Handling',
  'TEST COURSE',
  'Hazardous Material Transportation',
  'HAZMAT',
];

type Found = { _id: string; title: string; courseImg: { url: string } | null };

const tileOf = ({ _id, title, courseImg }: Found): Tile => ({ title, to: paths.course(_id), picture: courseImg });

/**
 * The tiles: the courses that the academy has chosen, else six titles. Such a title leads to the course of that name,
 * where there is none to Contact, and to the catalogue while that cannot be read.
 */
async function tilesOf(context: Route.LoaderArgs['context']): Promise<Tile[]> {
  const visitor = asVisitor(context);
  try {
    const chosen = await visitor(courses.listFeatured);
    if (chosen.data.length > 0) return chosen.data.map(tileOf);
    const { data } = await visitor(courses.listActive, { query: { limit: 200 } });
    const byTitle = new Map(data.map((course) => [course.title.toLowerCase(), course]));
    return startingTitles.map((title) => {
      const course = byTitle.get(title.toLowerCase());
      return course ? { ...tileOf(course), title } : { title };
    });
  } catch (error) {
    if (!isRouteErrorResponse(error)) context.get(pageRequest).report(error);
    return startingTitles.map((title) => ({ title, to: paths.courses }));
  }
}

// in the reply of the loader, and not in a script as well: what is twice in the page costs nothing
const reasons = [
  {
    title: 'Expert Instructors',
    text: 'Taught by instructors with real maritime experience: masters, engineers and officers who have sailed.',
  },
  {
    title: 'Certified Courses',
    text: 'Every certificate has a number and a code that anyone can verify, on board or ashore.',
  },
  {
    title: 'Online & Offline',
    text: 'Learn on board, at home or in our classrooms. Videos continue where you stopped.',
  },
];

type Home = { tiles: Tile[]; text: string; reasons: typeof reasons; dated?: DatedLines[] };

/** What there is none of is left out, with its name: the page is read on a ship's link. */
export async function loader({ context }: Route.LoaderArgs): Promise<Home> {
  const visitor = asVisitor(context);
  const read = readOr(context);
  const tiles = await tilesOf(context);
  const { home, news } = await read(visitor(publicTexts.get), noTexts);
  const next = await read(visitor(batches.listNextDates), []);
  const items = news.map(({ day, text }) => ({ on: formatDate(day), text }));
  const dates = next.map(({ _id, firstDay, lastDay, title, free, courseId }) => ({
    id: _id,
    on: formatDays(firstDay, lastDay),
    text: `${title}: ${free === 1 ? '1 seat' : `${free} seats`} free`,
    to: paths.course(courseId),
  }));
  const dated = [
    { title: 'News', lines: items },
    { title: 'Next dates', lines: dates },
  ].filter(({ lines }) => lines.length > 0);
  return {
    tiles,
    text: home || startingTexts.home,
    reasons,
    ...(dated.length > 0 && { dated }),
  };
}

export const meta: Route.MetaFunction = (page) => {
  const brand = brandIn(page);
  const name = brand?.name ?? 'Maritime Academy';
  return [
    ...presented(page, {
      title: name,
      wholeTitle: `${name}: training for people who work at sea`,
      description:
        'Training for seafarers: courses online and in the classroom, with certificates that anyone can verify.',
      path: paths.home,
    }),
    ...(brand ? structured(organisationOf(brand)) : []),
  ];
};

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const brand = useBrand();
  return (
    <>
      <section className="chart-ground on-navy overflow-hidden bg-navy text-on-navy">
        <Width className="grid items-center gap-8 pt-12 pb-14 lg:grid-cols-[11fr_9fr] lg:py-16">
          <div>
            <h1 className="text-4xl">Welcome to {brand.name}</h1>
            <p className="mt-5 max-w-text text-xl text-pretty wrap-anywhere whitespace-pre-line text-on-navy-soft">
              {loaderData.text}
            </p>
            <LinkButton to={paths.courses} size="large" className="mt-8">
              Browse Courses
            </LinkButton>
            <Recognition className="mt-8 max-w-text text-on-navy-soft" />
          </div>
          <HeroDrawing className="mx-auto w-full max-w-xl print:hidden" />
        </Width>
      </section>
      <VerifyBand />
      {loaderData.dated?.map((part) => (
        <DatedPart key={part.title} {...part} />
      ))}
      <Width className="py-16">
        <h2 className="text-center text-3xl">Why Choose Us</h2>
        <ul className="mt-8 grid gap-6 md:grid-cols-3">
          {[HelmIcon, BadgeIcon, CompassIcon].map((Icon, place) => (
            <li key={place}>
              <Card className="h-full p-7">
                <Icon className="size-10 text-signal" />
                <h3 className="mt-4 text-xl">{loaderData.reasons[place]?.title}</h3>
                <p className="mt-2 text-soft">{loaderData.reasons[place]?.text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </Width>
      <section aria-labelledby="featured" className="chart-ground bg-sunken">
        <Width className="py-16">
          <h2 id="featured" className="mb-8 text-center text-3xl">
            Our featured courses
          </h2>
          <FeaturedCourses tiles={loaderData.tiles} />
        </Width>
      </section>
    </>
  );
}
