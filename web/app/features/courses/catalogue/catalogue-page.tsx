import { courses } from '@fairlead/contract/courses';
import { useState } from 'react';
import { data, Form, isRouteErrorResponse, useNavigation } from 'react-router';
import { callPage, messageOf } from '../../../lib/calls/api-client.ts';
import { presented } from '../../../lib/pages/page-meta.ts';
import { pageAsVisitor, pageRequest } from '../../../lib/pages/page-request.ts';
import { paths } from '../../../lib/paths.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { PageHeader, Width } from '../../../ui/layout.tsx';
import { useOwnStandings } from '../enrolling/use-own-standings.ts';
import { type Course, courseOf } from '../wire.ts';
import type { Route } from './+types/catalogue-page.ts';
import { CourseCard } from './course-card.tsx';
import { useEnrol } from './use-enrol.ts';

/** The query parameters that the page reads; the server ignores all others when it renders and caches the page. */
export const handle = { query: ['q'] };

const failure = 'Failed to load courses. Please try again later.';
const limit = 48;

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Courses',
    description: 'Maritime courses, online and in the classroom: what they teach, how long they take, what they cost.',
    path: paths.courses,
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) || undefined;
  try {
    const { reply, after } = await pageAsVisitor(context)(courses.listActive, { query: { q, limit } });
    return { q, after, courses: reply.data.map(courseOf) };
  } catch (error) {
    if (!isRouteErrorResponse(error)) context.get(pageRequest).report(error);
    return data({ q, after: null, courses: null }, { status: 503 });
  }
}

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const { q, after, courses } = loaderData;
  const searching = useNavigation().location?.pathname === paths.courses;
  return (
    <Width className="py-10">
      <PageHeader title="Explore Our Courses">
        For every rank and every trade on board, taught by people who have sailed.
      </PageHeader>
      <Form action={paths.courses} className="mb-8 flex items-end gap-3" role="search">
        <SearchBox key={q} label="Search courses" defaultValue={q} />
        <Button type="submit" tone="navy">
          Search
        </Button>
      </Form>
      {searching && <Spinner label="Loading courses" className="mb-6 text-2xl" />}
      {courses === null && <Alert>{failure}</Alert>}
      {courses?.length === 0 && (
        <EmptyState title="No courses found.">
          {q ? `Nothing matches “${q}”. Fewer letters may find more.` : 'New courses will be announced here.'}
        </EmptyState>
      )}
      {courses && courses.length > 0 && <Grid key={q} first={courses} firstAfter={after} q={q} />}
    </Width>
  );
}

type GridProps = { first: Course[]; firstAfter: string | null; q: string | undefined };

function Grid({ first, firstAfter, q }: GridProps) {
  const own = useOwnStandings();
  const { pending, enrol } = useEnrol({ hasProfile: own.hasProfile, after: own.refetch });
  const [more, setMore] = useState<Course[]>([]);
  const [after, setAfter] = useState(firstAfter);
  const [busy, setBusy] = useState(false);
  const ready = useHydrated();

  async function showMore(cursor: string) {
    setBusy(true);
    try {
      const page = await callPage(courses.listActive, { query: { q, limit, after: cursor } });
      setMore([...more, ...page.reply.data.map(courseOf)]);
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
            <CourseCard course={course} own={own.in(course.id)} pending={pending} onEnrol={() => void enrol(course)} />
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
