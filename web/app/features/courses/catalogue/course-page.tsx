import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { requirementsInWords } from '@fairlead/contract/courses/requirement-words';
import type { Standing } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import type { ListedFilm } from '@fairlead/contract/training/films';
import { validityInWords } from '@fairlead/contract/values/validity-words';
import { useState } from 'react';
import { Link, Outlet, type ShouldRevalidateFunction, useNavigation, useParams } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { formatSize } from '../../../lib/format/file-size.ts';
import { formatRupees } from '../../../lib/format/money.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { brandIn, presented } from '../../../lib/pages/page-meta.ts';
import { asVisitor } from '../../../lib/pages/page-request.ts';
import { structured } from '../../../lib/pages/structured-data.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmailOrPhone } from '../../../ui/email-or-phone.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { DocumentIcon, FilmIcon } from '../../../ui/icons.tsx';
import { Card, Width } from '../../../ui/layout.tsx';
import { formatNames } from '../course-format.ts';
import { CourseTeaching } from '../course-teaching.tsx';
import { type Own, useOwnStandings } from '../enrolling/use-own-standings.ts';
import { countInWords, itemsOf } from '../item-words.ts';
import { standardFacts } from '../rule-facts.ts';
import { type Course, courseOf } from '../wire.ts';
import type { Route } from './+types/course-page.ts';
import { courseData } from './course-data.ts';
import { courseDateOf, type Dates } from './course-date.ts';
import { CourseDates } from './course-dates.tsx';
import { CourseStandard } from './course-standard.tsx';
import { EnrolNow } from './enrol-now.tsx';
import { useCourseDates } from './use-course-dates.ts';
import { useEnrol } from './use-enrol.ts';

/** A film in the list; its bytes are put into words on the server, which spares every page the words. */
const filmOf = ({ open, ...film }: ListedFilm) => ({ ...film, open: open && { id: open._id, size: sizeOf(open) } });

/** What it takes to watch a film: from its smallest picture to the most that the player chooses by itself. */
const sizeOf = ({ leastBytes, mostBytes }: NonNullable<ListedFilm['open']>) =>
  leastBytes === mostBytes ? formatSize(mostBytes) : `${formatSize(leastBytes)} to ${formatSize(mostBytes)}`;

/** A course whose rule is in words, put so on the server too. */
function shownCourse({ rule, ...course }: Course) {
  const certificate = validityInWords(rule);
  return { ...course, certificate, required: requirementsInWords(rule.requirements), standard: standardFacts(rule) };
}
type HeldCourse = ReturnType<typeof shownCourse> & { hasItems: boolean };

const noDates = { dates: [], asOf: '' };

export async function loader({ params, context }: Route.LoaderArgs) {
  const ask = asVisitor(context);
  const [{ data: course }, { data: films }] = await Promise.all([
    ask(courses.getCourse, { params: { id: params.id } }),
    ask(training.listTitles, { params: { courseId: params.id } }),
  ]);
  const { dates, asOf } =
    course.format === 'online' ? noDates : (await ask(batches.listDates, { params: { id: params.id } })).data;
  return { course: shownCourse(courseOf(course)), films: films.map(filmOf), dates: dates.map(courseDateOf), asOf };
}

/**
 * A film that opens or closes in the page changes nothing else of it, so nothing is loaded again over a ship's link.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams, defaultShouldRevalidate }) =>
  currentParams.id === nextParams.id && currentParams.film !== nextParams.film ? false : defaultShouldRevalidate;

export const meta: Route.MetaFunction = (page) => {
  if (!page.loaderData) return [];
  const { course } = page.loaderData;
  const { title, description } = course;
  const brand = brandIn(page);
  return [
    ...presented(page, {
      title,
      description,
      picture: course.picture?.url ?? null,
      path: paths.course(course.id),
      type: 'article',
    }),
    ...(brand ? structured(courseData(course, brand)) : []),
  ];
};

export default function CoursePage({ loaderData: { course, films, dates, asOf } }: Route.ComponentProps) {
  return (
    <>
      <div className="chart-ground on-navy bg-navy text-on-navy">
        <Width className="grid items-center gap-8 py-10 md:grid-cols-[3fr_2fr]">
          <div>
            <p className="font-semibold text-on-navy-soft">
              <Link to={paths.courses} className="underline hover:text-on-navy">
                Courses
              </Link>{' '}
              /{' '}
              <Link to={paths.coursesOf({ category: course.category })} className="underline hover:text-on-navy">
                {course.category}
              </Link>
            </p>
            <h1 className="mt-4 text-3xl">{course.title}</h1>
            <p className="mt-3 text-lg text-on-navy-soft">
              {formatNames[course.format]} · {course.duration}
            </p>
          </div>
          <CoursePicture
            isWide
            title={course.title}
            picture={course.picture}
            className="h-56 rounded-lg print:hidden"
          />
        </Width>
      </div>
      <Width className="grid items-start gap-10 py-10 md:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 max-w-text flex-col gap-8">
          <section>
            <h2 className="text-2xl">About this course</h2>
            <p className="mt-3 whitespace-pre-line">{course.description}</p>
          </section>
          <CourseTeaching course={course} heading="text-2xl" />
          <CourseStandard {...course} />
          {films.length > 0 && <Films courseId={course.id} films={films} />}
        </div>
        <Enrolling course={{ ...course, hasItems: films.length > 0 }} dates={dates} asOf={asOf} />
      </Width>
    </>
  );
}

/**
 * The films of the course by their titles, so that a visitor sees what the training consists of. Those that staff have
 * opened play above the list; nothing of them or of their player is loaded before they are asked for.
 */
function Films({ courseId, films }: { courseId: string; films: readonly ReturnType<typeof filmOf>[] }) {
  const seconds = films.reduce((sum, { duration }) => sum + duration, 0);
  const open = films.filter((film) => film.open !== null).length;
  const { film: shown } = useParams();
  return (
    <section>
      <h2 className="text-2xl">{films.every(({ kind }) => kind === 'film') ? 'Training videos' : 'Training'}</h2>
      <p className="mt-1 text-soft">
        {countInWords(itemsOf(films))}, {formatSpan(seconds)} in all
        {open > 0 && `. You can watch ${films.length === 1 ? 'it' : `${open} of them`} here without an account.`}
      </p>
      <div className="mt-5 print:hidden empty:hidden">
        <Outlet />
      </div>
      <ol className="mt-3 divide-y divide-line border-y border-line">
        {films.map(({ serial, kind, title, duration, open }) => {
          const Icon = kind === 'film' ? FilmIcon : DocumentIcon;
          const isShown = open !== null && open.id === shown;
          return (
            <li key={serial} aria-current={isShown ? 'true' : undefined} className="flex items-baseline gap-3 py-3">
              <Icon className={cx('translate-y-1', isShown ? 'text-signal' : 'text-soft')} />
              <span id={`film-${serial}`} className="min-w-0 flex-1">
                {title}
                {open && (
                  <span className="block text-sm text-soft">
                    {formatSpan(duration)} · {open.size}
                  </span>
                )}
              </span>
              {!open && <span className="text-sm text-soft">{formatSpan(duration)}</span>}
              {isShown && <span className="text-sm font-semibold">Shown above</span>}
              {open && !isShown && (
                <Watch to={paths.openFilm(courseId, open.id)} inPlace={!!shown} describedBy={`film-${serial}`} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Opens a film in the page, in place of one that is open already; the browser's way back closes it. */
function Watch({ to, inPlace, describedBy }: { to: string; inPlace: boolean; describedBy: string }) {
  const isLoading = useNavigation().location?.pathname === to;
  return (
    <LinkButton to={to} tone="plain" size="small" preventScrollReset replace={inPlace} aria-describedby={describedBy}>
      {isLoading && <Spinner label="Loading the video…" />}
      Watch
    </LinkButton>
  );
}

/** Whether somebody with this standing has the course, and is not asked to enrol again: its price is behind them. */
const hasCourse = ({ state, steps }: Standing) =>
  (state === 'training' || state === 'test-open' || state === 'certified') && !steps.includes('renew');

/**
 * Price, facts, and what the reader can do next. A learner who has the course sees their state in place of the price;
 * what it replaces keeps its room, so that nothing moves when the page comes to know the learner.
 */
function Enrolling({ course, ...loaded }: { course: HeldCourse } & Dates) {
  const { email, phone } = useBrand();
  const own = useOwnStandings();
  const { dates, asOf, refetch } = useCourseDates(course, loaded);
  const [batchId, setBatchId] = useState<string>();
  const mine = own.in(course.id);
  const asks = !mine || mine.standing.steps.some((step) => ['ask-again', 'renew', 'choose-date'].includes(step));
  const having = mine && hasCourse(mine.standing) ? mine : undefined;
  const replaced = having && 'invisible';
  return (
    <Card id="enroll" className="flex scroll-mt-6 flex-col gap-5 max-md:order-first md:sticky md:top-6">
      <div className="relative">
        <p className={cx('text-2xl font-bold', replaced)}>{formatRupees(course.price)}</p>
        {having && (
          <div className="absolute inset-0 flex items-center">
            <having.parts.EnrolmentBadge {...having.standing} />
          </div>
        )}
      </div>
      <Facts
        facts={[
          ['Duration', course.duration],
          ['Format', formatNames[course.format]],
          ...(course.taughtBy ? [['Taught by', course.taughtBy] as const] : []),
          ['Certificate', course.certificate],
        ]}
      />
      {asks && course.format !== 'online' && (
        <CourseDates dates={dates} asOf={asOf} batchId={batchId} setBatchId={setBatchId} />
      )}
      <EnrolButton
        course={{ ...course, batchId: dates.some(({ id }) => id === batchId) ? batchId : undefined }}
        own={own}
        after={refetch}
        isStateShown={having !== undefined}
      />
      <div className="grid">
        <div className={cx('col-start-1 row-start-1 text-sm text-soft', replaced)}>
          <h2 className="text-base text-ink">How to pay</h2>
          <p className="mt-1">
            You do not pay on this website. After you send your request, the academy tells you how to pay the fee.
            Questions: <EmailOrPhone email={email} phone={phone} />.
          </p>
        </div>
        {having && (
          <div className="col-start-1 row-start-1">
            <having.parts.EnrolmentNote standing={having.standing} held={course} />
          </div>
        )}
      </div>
    </Card>
  );
}

type EnrolButtonProps = {
  course: HeldCourse & { batchId: string | undefined };
  own: Own;
  /** Reads the dates again, of which a request has taken a seat. */
  after: () => Promise<void>;
  /** Whether the card shows the state already. */
  isStateShown: boolean;
};

/** What the reader can do next; learners see their own state below it, in the place where everybody sees the button. */
function EnrolButton({ course, own, after, isStateShown }: EnrolButtonProps) {
  const { pending, enrol } = useEnrol({
    hasProfile: own.hasProfile,
    after: () => Promise.all([own.refetch(), after()]),
  });
  const asking = { busy: pending !== null, disabled: pending !== null };
  const mine = own.in(course.id);
  if (!mine) return <EnrolNow size="large" {...asking} isAwaited={own.isAwaited} onEnrol={() => void enrol(course)} />;
  const { standing, parts } = mine;
  return (
    <>
      <parts.EnrolmentActions
        standing={standing}
        course={course}
        {...asking}
        launch="Launch the Course"
        size="large"
        onAsk={() => void enrol(course)}
      />
      {!isStateShown && (
        <div className="flex flex-col items-start gap-3">
          <parts.EnrolmentBadge {...standing} />
          <parts.EnrolmentNote standing={standing} held={course} />
        </div>
      )}
    </>
  );
}
