import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { watchRecordQuery } from '../staff-api.ts';
import type { Route } from './+types/staff-watch-record-page.ts';
import { EvidenceButton } from './staff-evidence-button.tsx';
import { WatchedFilm } from './staff-watched-film.tsx';

export const meta: Route.MetaFunction = (page) => titled('Proof of Training', page);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => preload(watchRecordQuery(params.id));

/** The proof of a learner's training in a course, by film and by session. */
export default function StaffWatchRecordPage({ params }: Route.ComponentProps) {
  const { data: record } = useSuspenseQuery(watchRecordQuery(params.id));
  const mayPack = [useMay('people:read'), useMay('results:read')].every((may) => may);
  const { userName, courseTitle, approvedAt, completion, films } = record;
  return (
    <>
      <PageHeader
        title="Proof of Training"
        actions={
          <>
            <LinkButton to={staffPaths.course(record.courseId)} tone="plain">
              Course
            </LinkButton>
            {mayPack && <EvidenceButton enrolmentId={params.id} />}
          </>
        }
      >
        <strong className="text-ink">{userName}</strong>, {courseTitle}
        {approvedAt && (
          <>
            , approved <Moment at={approvedAt} />
          </>
        )}
        {completion && (
          <>
            , {completion.kind === 'films' ? 'submitted' : 'attended'} <Moment at={completion.completedAt} />
          </>
        )}
      </PageHeader>
      {films.length === 0 ? (
        <EmptyState title="This course has no videos or packages.">
          There is nothing to watch: staff mark the attendance.
        </EmptyState>
      ) : (
        <>
          <p className="mb-5 max-w-text text-sm text-soft">
            The bar shows the video from start to end. The filled parts were credited by the academy’s clock, at no more
            than the stated speed. This proves that the time passed, not that attention was paid.
          </p>
          <ol className="flex flex-col gap-5">
            {films.map((film) => (
              <WatchedFilm key={`${film.serial} ${film.title} ${film.openedAt}`} film={film} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}
