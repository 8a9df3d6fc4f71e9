import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { BatchDays } from '../../batches/staff-batch-parts.tsx';
import type { Batch } from '../../batches/staff-wire.ts';
import { teachingQuery } from './staff-teaching-api.ts';

/** The home of an instructor: attendance to mark, the next class, their courses, and the questions that fail most. */
export default function Teaching() {
  const { data, isError, refetch } = useQuery(teachingQuery);
  if (isError) return <ListFailure sentence="Failed to load your courses." retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-60" />;
  const { courses, running, next, failing } = data;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Part title="Attendance to mark">
        {running.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center justify-between gap-3">
            <OfBatch batch={batch} />
            <LinkButton to={staffPaths.attendance(batch.id)} size="small" aria-describedby={`batch-${batch.id}`}>
              Mark attendance
            </LinkButton>
          </li>
        ))}
        {running.length === 0 && <li className="text-soft">You teach no class now.</li>}
      </Part>
      <Part title="Next class">
        <li>{next ? <OfBatch batch={next} /> : <span className="text-soft">No class is planned for you.</span>}</li>
      </Part>
      <Part title="My courses">
        {courses.map(({ id, title }) => (
          <li key={id}>
            <Link to={staffPaths.course(id)} className="text-link hover:underline">
              {title}
            </Link>
          </li>
        ))}
        {courses.length === 0 && <li className="text-soft">No course is assigned to you yet.</li>}
      </Part>
      <Part title="Questions that fail most">
        {failing.map(({ testId, course, text, asked, right }) => (
          <li key={testId + text}>
            <Link to={staffPaths.testAnalysis(testId)} className="line-clamp-2 text-link underline">
              {text}
            </Link>
            <span className="text-sm text-soft">
              {asked - right} of {asked} wrong · {course}
            </span>
          </li>
        ))}
        {failing.length === 0 && <li className="text-soft">None yet: a question needs ten test papers.</li>}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5">
      <h2 className="mb-3 text-lg">{title}</h2>
      <ul className="flex flex-col gap-3">{children}</ul>
    </Card>
  );
}

function OfBatch({ batch }: { batch: Batch }) {
  const { id, code, courseTitle, startsAt, endsAt, venue } = batch;
  return (
    <div className="min-w-0" id={`batch-${id}`}>
      <Link to={staffPaths.batch(id)} className="font-semibold text-link hover:underline">
        {courseTitle}
      </Link>
      <p className="text-sm text-soft">
        {code} · <BatchDays {...batch} />, {startsAt} to {endsAt} · {venue}
      </p>
    </div>
  );
}
