import { courseFormats, courses } from '@fairlead/contract/courses/calls';
import { longestSearch } from '@fairlead/contract/values/lengths';
import { useState } from 'react';
import { data, isRouteErrorResponse, useNavigation } from 'react-router';
import { callPage, messageOf } from '../../../lib/calls/api-client.ts';
import { presented } from '../../../lib/pages/page-meta.ts';
import { asVisitor, pageAsVisitor, pageRequest } from '../../../lib/pages/page-request.ts';
import { paths } from '../../../lib/paths.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { PageHeader, Width } from '../../../ui/layout.tsx';
import { useOwnStandings } from '../enrolling/use-own-standings.ts';
import { type CourseSummary, summaryOf } from '../wire.ts';
import type { Route } from './+types/catalogue-page.ts';
import { CatalogueFilters, type Narrowed } from './catalogue-filters.tsx';
import { CourseCard } from './course-card.tsx';
import { useEnrol } from './use-enrol.ts';

/** The query parameters that the page reads; the server ignores all others when it renders and caches the page. */
export const handle = { query: ['q', 'category', 'format'] };

const failure = 'Failed to load courses. Please try again later.';
const limit = 48;

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Courses',
    description: 'Maritime courses, online and in the classroom: what they teach, how long they take, what they cost.',
    path: paths.courses,
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const narrowed = narrowedIn(new URL(request.url).searchParams);
  try {
    const [{ reply, after }, categories] = await Promise.all([
      pageAsVisitor(context)(courses.listActive, { query: { ...narrowed, limit } }),
      asVisitor(context)(courses.listCategories),
    ]);
    return { narrowed, after, courses: reply.data.map(summaryOf), categories: categories.data };
  } catch (error) {
    if (!isRouteErrorResponse(error)) context.get(pageRequest).report(error);
    return data({ narrowed, after: null, courses: null, categories: [] }, { status: 503 });
  }
}

/** The search and the filters of a URL; a format that does not exist is ignored. */
function narrowedIn(query: URLSearchParams): Narrowed {
  const text = (name: string) => query.get(name)?.slice(0, longestSearch) || undefined;
  return {
    q: text('q'),
    category: text('category'),
    format: courseFormats.find((format) => format === query.get('format')),
  };
}

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const { narrowed, after, courses, categories } = loaderData;
  const key = JSON.stringify(narrowed);
  const searching = useNavigation().location?.pathname === paths.courses;
  return (
    <Width className="py-10">
      <PageHeader title="Explore Our Courses">
        Courses for every rank and department, taught by people who have worked at sea.
      </PageHeader>
      <CatalogueFilters narrowed={narrowed} categories={categories} />
      {searching && <Spinner label="Loading courses" className="mb-6 text-2xl" />}
      {courses === null && <Alert>{failure}</Alert>}
      {courses?.length === 0 && <NoCourses narrowed={narrowed} />}
      {courses && courses.length > 0 && <Grid key={key} first={courses} firstAfter={after} narrowed={narrowed} />}
    </Width>
  );
}

function NoCourses({ narrowed }: { narrowed: Narrowed }) {
  const { q, category, format } = narrowed;
  if (!q && !category && !format)
    return <EmptyState title="No courses found.">New courses will be announced here.</EmptyState>;
  return (
    <EmptyState
      title="No courses found."
      action={
        <LinkButton to={paths.courses} tone="plain">
          Show all courses
        </LinkButton>
      }
    >
      {q ? `No course matches “${q}”. Check the spelling, or try a shorter word.` : 'No course matches these filters.'}
    </EmptyState>
  );
}

type GridProps = { first: CourseSummary[]; firstAfter: string | null; narrowed: Narrowed };

function Grid({ first, firstAfter, narrowed }: GridProps) {
  const own = useOwnStandings();
  const { pending, enrol } = useEnrol({ hasProfile: own.hasProfile, after: own.refetch });
  const [more, setMore] = useState<CourseSummary[]>([]);
  const [after, setAfter] = useState(firstAfter);
  const [busy, setBusy] = useState(false);
  const ready = useHydrated();

  async function showMore(cursor: string) {
    setBusy(true);
    try {
      const page = await callPage(courses.listActive, { query: { ...narrowed, limit, after: cursor } });
      setMore([...more, ...page.reply.data.map(summaryOf)]);
      setAfter(page.after);
    } catch (error) {
      toast(messageOf(error, failure), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ul className="grid gap-6 grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))]">
        {[...first, ...more].map((course) => (
          <li key={course.id}>
            <CourseCard
              course={course}
              own={own.in(course.id)}
              isAwaited={own.isAwaited}
              pending={pending}
              onEnrol={() => void enrol(course)}
            />
          </li>
        ))}
      </ul>
      {after && (
        <div className="mt-8 text-center">
          <Button tone="plain" busy={busy} disabled={!ready} onClick={() => void showMore(after)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
